import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TimelineSearch } from '../question/search.ts';

type OnSearch = (next: TimelineSearch) => void;

/** Calls back after the next frame is drawn. @returns a function that cancels it */
function afterFrame(then: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    then();
  };
  const frame = requestAnimationFrame(() => port2.postMessage(null));
  return () => {
    cancelAnimationFrame(frame);
    port1.close();
  };
}

/**
 * Applies changes to the search before the address follows, so that a choice shows immediately and
 * the next one builds on it. The address changes after the frame that shows the choice, since that
 * renders the whole page again.
 */
export function useOptimisticSearch(
  search: TimelineSearch,
  onSearch: OnSearch,
): [TimelineSearch, OnSearch] {
  const [pending, setPending] = useState<{ at: TimelineSearch; next: TimelineSearch } | null>(null);
  if (pending !== null && pending.at !== search) setPending(null);
  const change = useCallback((next: TimelineSearch) => setPending({ at: search, next }), [search]);
  useEffect(() => {
    if (pending === null) return;
    return afterFrame(() => onSearch(pending.next));
  }, [pending, onSearch]);
  return [pending?.at === search ? pending.next : search, change];
}

/**
 * Lets components that were drawn with an older search change the newest one.
 * @returns a stable function that updates the newest search
 */
export function useSearchUpdate(search: TimelineSearch, onSearch: OnSearch) {
  const newest = useRef({ search, onSearch });
  useLayoutEffect(() => {
    newest.current = { search, onSearch };
  }, [search, onSearch]);
  return useCallback((make: (search: TimelineSearch) => TimelineSearch) => {
    const next = make(newest.current.search);
    newest.current.search = next;
    newest.current.onSearch(next);
  }, []);
}
