import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { toPlainSearch } from '../../search-format.ts';
import { usePageSettings } from '../../session/use-session.ts';
import {
  readSearch,
  type TimelineSearch,
  type WrittenSearch,
  writeSearch,
} from '../question/search.ts';
import { useOptimisticSearch } from '../question/use-optimistic-search.ts';
import { type List, lists, type Order, orders } from './lists.ts';
import type { OwnerKind } from './model.ts';

const owners: readonly OwnerKind[] = ['own', 'competitor', 'third'];

/** The state in the address that only this page has. */
export interface SourcesView {
  list: List;
  /** Null for every owner. */
  owner: OwnerKind | null;
  order: Order;
  /** The domain whose details are open; null for none. */
  domain: string | null;
}

/** Reads the parameters that only this page has. Defaults replace invalid values. */
function readView(raw: Readonly<Record<string, unknown>>): SourcesView {
  const { list, owner, order, domain } = raw;
  return {
    list: lists.find((known) => known === list) ?? 'all',
    owner: owners.find((known) => known === owner) ?? null,
    order: orders.find((known) => known === order) ?? 'share',
    domain: typeof domain === 'string' && domain !== '' ? domain : null,
  };
}

/** Writes the parameters that only this page has, except those with default values. */
export const writeView = ({ list, owner, order, domain }: SourcesView): WrittenSearch => ({
  ...(list === 'all' ? {} : { list }),
  ...(owner === null ? {} : { owner }),
  ...(order === 'share' ? {} : { order }),
  ...(domain === null ? {} : { domain }),
});

/** The search that all pages share, the view of this page, and functions that change them in the address. */
export function useSourcesSearch() {
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const { capabilities } = usePageSettings();
  const { dropped, search, view } = useMemo(() => {
    const plain = toPlainSearch(address);
    const { dropped, ...search } = readSearch(plain, capabilities);
    return { dropped, search, view: readView(plain) };
  }, [address, capabilities]);
  const go = useCallback(
    (next: TimelineSearch, nextView: SourcesView, replace: boolean) => {
      const newSearch = { ...writeSearch(next), ...writeView(nextView) };
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
    onView: (next: SourcesView) => go(optimisticSearch, next, false),
  };
}
