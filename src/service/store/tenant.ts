import type { ShareFilter } from './share-filter.ts';

/**
 * The owner of the data that a call may see. Every read and write on behalf of a key has a tenant. Stores make it a
 * condition of the query itself, so the data of other tenants cannot be reached.
 */
export interface Tenant {
  readonly accountId: string;
  /** The client that the key is restricted to; null if the key can see the whole account. */
  readonly clientId: string | null;
  /** The part of a site that a share or feed covers. `createFilteredStore` enforces it; stores ignore it. */
  readonly shareFilter?: ShareFilter;
}
