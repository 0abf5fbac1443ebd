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

/** The parameters of the Sources page. */
export const sourcesPage: PageParameters<SourcesView> = {
  read: (parameters) => ({ view: readView(parameters) }),
  write: writeView,
};
