import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { plainSearch } from '../../search-format.ts';
import { readSearch, type TimelineSearch, writeSearch } from '../question/search.ts';
import { useOptimisticSearch } from '../report/use-optimistic-search.ts';

/** The search in the address, the names of parameters dropped from it, and functions to change it. */
export function useTimelineSearch() {
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const { dropped, search } = useMemo(() => {
    const { dropped, ...search } = readSearch(plainSearch(address));
    return { dropped, search };
  }, [address]);
  const go = useCallback(
    (next: TimelineSearch) => {
      void navigate({ to: '.', search: writeSearch(next), resetScroll: false });
    },
    [navigate],
  );
  const correct = useCallback(
    (next: TimelineSearch) => {
      void navigate({ to: '.', search: writeSearch(next), resetScroll: false, replace: true });
    },
    [navigate],
  );
  const [optimistic, onSearch] = useOptimisticSearch(search, go);
  return { dropped, search: optimistic, onSearch, correct };
}
