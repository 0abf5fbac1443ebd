import type { WrittenSearch } from '../search/search.ts';
import type { PageParameters } from '../search/use-page-search.ts';
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

/** The order of a list unless the address names another. */
export const defaultOrderOf = (list: List): string =>
  list === 'withoutBrand' ? 'without' : 'share';

/** Reads the parameters of the Sources page alone. Defaults replace invalid values. */
function readView(raw: Readonly<Record<string, unknown>>): SourcesView {
  const { owner, order, domain } = raw;
  const list = lists.find((known) => known === raw['list']) ?? 'all';
  return {
    list,
    owner: ownerKinds.find((known) => known === owner) ?? null,
    order: orders.find((known) => known === order) ?? defaultOrderOf(list),
    domain: typeof domain === 'string' && domain !== '' ? domain : null,
  };
}

/** Writes the parameters of the Sources page alone, except those with default values. */
export const writeView = ({ list, owner, order, domain }: SourcesView): WrittenSearch => ({
  ...(list === 'all' ? {} : { list }),
  ...(owner === null ? {} : { owner }),
  ...(order === defaultOrderOf(list) ? {} : { order }),
  ...(domain === null ? {} : { domain }),
});

/** The parameters of the Sources page. */
export const sourcesPage: PageParameters<SourcesView> = {
  read: (parameters) => ({ view: readView(parameters) }),
  write: writeView,
};
