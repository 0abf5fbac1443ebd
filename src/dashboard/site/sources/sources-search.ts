import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSiteSearch } from '../layout/use-site.ts';
import {
  readSearch,
  type TimelineSearch,
  type WrittenSearch,
  writeSearch,
} from '../search/search.ts';
import { useOptimisticSearch } from '../search/use-optimistic-search.ts';
import { orders } from './columns.tsx';
import { type List, lists } from './lists.ts';
import type { OwnerKind } from './model.ts';

const ownerKinds: readonly OwnerKind[] = ['own', 'competitor', 'third'];

/** The state in the address that only the Sources page has. */
export interface SourcesView {
  list: List;
  /** Null for every owner. */
  owner: OwnerKind | null;
  /** One of `orders`. */
  order: string;
  /** The domain whose details are open; null for none. */
  domain: string | null;
}

/** Reads the parameters of the Sources page alone. Defaults replace invalid values. */
function readView(raw: Readonly<Record<string, unknown>>): SourcesView {
  const { list, owner, order, domain } = raw;
  return {
    list: lists.find((known) => known === list) ?? 'all',
    owner: ownerKinds.find((known) => known === owner) ?? null,
    order: orders.find((known) => known === order) ?? 'share',
    domain: typeof domain === 'string' && domain !== '' ? domain : null,
  };
}

/** Writes the parameters of the Sources page alone, except those with default values. */
export const writeView = ({ list, owner, order, domain }: SourcesView): WrittenSearch => ({
  ...(list === 'all' ? {} : { list }),
  ...(owner === null ? {} : { owner }),
  ...(order === 'share' ? {} : { order }),
  ...(domain === null ? {} : { domain }),
});

/** The search that all pages share, the view of the Sources page, and functions that change them in the address. */
export function useSourcesSearch() {
  const navigate = useNavigate();
  const address = useSiteSearch();
  const { capabilities } = usePageSettings();
  const { dropped, search, view } = useMemo(() => {
    const { dropped, ...search } = readSearch(address, capabilities);
    return { dropped, search, view: readView(address) };
  }, [address, capabilities]);
  const update = useCallback(
    (next: TimelineSearch, nextView: SourcesView, replace: boolean) => {
      const newSearch = { ...writeSearch(next), ...writeView(nextView) };
      void navigate({ to: '.', search: newSearch, resetScroll: false, replace });
    },
    [navigate],
  );
  const change = useCallback((next: TimelineSearch) => update(next, view, false), [update, view]);
  const [optimisticSearch, onSearch] = useOptimisticSearch(search, change);
  return {
    dropped,
    search: optimisticSearch,
    view,
    onSearch,
    correct: (next: TimelineSearch) => update(next, view, true),
    onView: (next: SourcesView) => update(optimisticSearch, next, false),
  };
}
