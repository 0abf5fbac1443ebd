import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { SiteSearch } from '../../use-site.ts';
import { useAddress } from './address.ts';
import { type TimelineSearch, type WrittenSearch, writeSearch } from './search.ts';
import { useOptimisticSearch } from './use-optimistic-search.ts';

/** How one page reads and writes the parameters that the other pages of a site do not have. */
export interface PageParameters<View> {
  /** Never throws. `dropped` names the parameters that could not be read, if the page reports them. */
  read: (parameters: SiteSearch) => { view: View; dropped?: readonly string[] };
  /** Leaves out defaults. */
  write: (view: View) => WrittenSearch;
  /** The view after a change of the search; unchanged by default. */
  viewAfter?: (view: View, from: TimelineSearch, to: TimelineSearch) => View;
}

const noParameters: PageParameters<null> = { read: () => ({ view: null }), write: () => ({}) };

/**
 * The search and the view that the address of a page describes, the names of the parameters dropped from the address,
 * and functions that change them. The search may be ahead of the address, unlike the rest. `onSearch`, `onView` and
 * `onBoth` add an entry to the browser's history, except that `onView` can replace the current one; `correct` always does.
 * @param page the same object for every render
 */
export function usePageSearch<View>(page: PageParameters<View>) {
  const navigate = useNavigate();
  const address = useAddress();
  const { view, dropped } = useMemo(() => {
    const own = page.read(address.parameters);
    return { view: own.view, dropped: [...address.dropped, ...(own.dropped ?? [])] };
  }, [page, address]);
  // A correction rewrites the address without the parameters that could not be read, but the page still reports them.
  const [droppedBefore, setDroppedBefore] = useState<readonly string[]>([]);
  const go = useCallback(
    (search: TimelineSearch, newView: View, replace: boolean) =>
      void navigate({
        to: '.',
        search: { ...writeSearch(search), ...page.write(newView) },
        state: replace || {},
        resetScroll: false,
        replace,
      }),
    [navigate, page],
  );
  const change = useCallback(
    (next: TimelineSearch) => {
      setDroppedBefore([]);
      go(next, page.viewAfter?.(view, address.search, next) ?? view, false);
    },
    [go, page, view, address],
  );
  const [search, onSearch] = useOptimisticSearch(address.search, change);
  const correct = useCallback(
    (next: TimelineSearch) => {
      setDroppedBefore((before) => [...before, ...dropped]);
      go(next, view, true);
    },
    [go, view, dropped],
  );
  const onView = useCallback(
    (next: View, { replace } = { replace: false }) => go(search, next, replace),
    [go, search],
  );
  const onBoth = useCallback(
    (nextSearch: TimelineSearch, nextView: View) => go(nextSearch, nextView, false),
    [go],
  );
  const allDropped = useMemo(
    () => [...new Set([...droppedBefore, ...dropped])],
    [droppedBefore, dropped],
  );
  return { dropped: allDropped, search, view, onSearch, correct, onView, onBoth };
}

/** The search of a page whose address has only the parameters that all pages of a site have. */
export const useTimelineSearch = () => usePageSearch(noParameters);
