import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { toPlainSearch } from '../../search-format.ts';
import { usePageSettings } from '../../session/use-session.ts';
import { readSearch, type TimelineSearch, writeSearch } from '../question/search.ts';
import { useOptimisticSearch } from '../question/use-optimistic-search.ts';
import {
  type DocumentView,
  meansAllDates,
  readDocumentView,
  withDefaultPeriod,
  writeDocumentView,
} from './document-view.ts';

/** The search in the address, a report's own part of it, and functions to change them. */
export function useDocumentSearch() {
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const { capabilities } = usePageSettings();
  const { dropped, search, view } = useMemo(() => {
    const plain = toPlainSearch(address);
    const { dropped, ...search } = readSearch(plain, capabilities);
    const view = readDocumentView(plain);
    return { dropped, search: withDefaultPeriod(search, view), view };
  }, [address, capabilities]);
  const go = useCallback(
    (next: TimelineSearch, nextView: DocumentView, replace: boolean) => {
      const own = writeDocumentView({ ...nextView, isAllDates: meansAllDates(next) });
      const newSearch = { ...writeSearch(next), ...own };
      void navigate({ to: '.', search: newSearch, resetScroll: false, replace });
    },
    [navigate],
  );
  const change = useCallback((next: TimelineSearch) => go(next, view, false), [go, view]);
  const [optimisticSearch, onSearch] = useOptimisticSearch(search, change);
  return {
    dropped,
    search: optimisticSearch,
    view,
    onSearch,
    correct: (next: TimelineSearch) => go(next, view, true),
    onView: (next: DocumentView) => go(optimisticSearch, next, false),
  };
}
