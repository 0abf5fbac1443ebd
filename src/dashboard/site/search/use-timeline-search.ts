import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSiteSearch } from '../../use-site.ts';
import { readSearch, type TimelineSearch, writeSearch } from './search.ts';
import { useOptimisticSearch } from './use-optimistic-search.ts';

/**
 * The current search, which may be ahead of the address; the names of parameters dropped from the address; and
 * two functions that change the search: `onSearch` adds an entry to the browser's history, and `correct` replaces the
 * current entry.
 */
export function useTimelineSearch() {
  const navigate = useNavigate();
  const address = useSiteSearch();
  const { capabilities } = usePageSettings();
  const { dropped, search } = useMemo(() => {
    const { dropped, ...search } = readSearch(address, capabilities);
    return { dropped, search };
  }, [address, capabilities]);
  const go = useCallback(
    (next: TimelineSearch) => {
      void navigate({ to: '.', search: writeSearch(next), resetScroll: false });
    },
    [navigate],
  );
  const correct = useCallback(
    (next: TimelineSearch) => {
      void navigate({
        to: '.',
        search: writeSearch(next),
        state: true,
        resetScroll: false,
        replace: true,
      });
    },
    [navigate],
  );
  const [optimistic, onSearch] = useOptimisticSearch(search, go);
  return { dropped, search: optimistic, onSearch, correct };
}
