import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSiteSearch } from '../../use-site.ts';
import { readSearch, type TimelineSearch, writeSearch } from '../search/search.ts';
import { useOptimisticSearch } from '../search/use-optimistic-search.ts';
import { type DocumentView, readDocumentView, writeDocumentView } from './document-view.ts';

/**
 * Returns the current search, which may be ahead of the address; the part of the address that only a report has; the
 * names of parameters dropped from the address; and functions that change the search and that part.
 */
export function useDocumentSearch() {
  const navigate = useNavigate();
  const address = useSiteSearch();
  const { capabilities } = usePageSettings();
  const { dropped, search, view } = useMemo(() => {
    const { dropped, ...search } = readSearch(address, capabilities);
    return { dropped, search, view: readDocumentView(address) };
  }, [address, capabilities]);
  const update = useCallback(
    (next: TimelineSearch, nextView: DocumentView, replace: boolean) => {
      const newSearch = { ...writeSearch(next), ...writeDocumentView(nextView) };
      void navigate({
        to: '.',
        search: newSearch,
        state: replace || {},
        resetScroll: false,
        replace,
      });
    },
    [navigate],
  );
  const change = useCallback((next: TimelineSearch) => update(next, view, false), [update, view]);
  const correct = useCallback((next: TimelineSearch) => update(next, view, true), [update, view]);
  const [optimisticSearch, onSearch] = useOptimisticSearch(search, change);
  return {
    dropped,
    search: optimisticSearch,
    view,
    onSearch,
    correct,
    onView: (next: DocumentView) => update(optimisticSearch, next, false),
  };
}
