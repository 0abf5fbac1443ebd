import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { callAfterFrame } from '../../ui/after-frame.ts';
import type { TimelineSearch } from './search.ts';

type OnSearch = (next: TimelineSearch) => void;

/**
 * Applies changes to the search before the address follows, so that a choice shows immediately and
 * the next one builds on it. The address changes after the frame that shows the choice, since
 * changing it renders the whole page again.
 */
export function useOptimisticSearch(
  search: TimelineSearch,
  onSearch: OnSearch,
): [TimelineSearch, OnSearch] {
  const [pendingChange, setPendingChange] = useState<{
    base: TimelineSearch;
    next: TimelineSearch;
  } | null>(null);
  const change = useCallback(
    (next: TimelineSearch) => setPendingChange({ base: search, next }),
    [search],
  );
  useEffect(() => {
    // If the address has changed in some other way since, this change is dropped.
    if (pendingChange?.base !== search) return;
    return callAfterFrame(() => onSearch(pendingChange.next));
  }, [pendingChange, search, onSearch]);
  return [pendingChange?.base === search ? pendingChange.next : search, change];
}

/**
 * Lets components change the newest search even if they were rendered with an older one.
 * @returns a stable function that updates the newest search
 */
export function useSearchUpdate(search: TimelineSearch, onSearch: OnSearch) {
  const newestProps = useRef({ search, onSearch });
  useLayoutEffect(() => {
    newestProps.current = { search, onSearch };
  }, [search, onSearch]);
  return useCallback((update: (search: TimelineSearch) => TimelineSearch) => {
    const next = update(newestProps.current.search);
    newestProps.current.search = next;
    newestProps.current.onSearch(next);
  }, []);
}
