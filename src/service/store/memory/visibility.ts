import type { Instant, SiteRecord } from '../records.ts';
import type { PageRequest, Tenant } from '../store.ts';

/** A page of records, newest first by `createdAt`, then ID descending. */
export function newestFirst<T extends { id: string; createdAt: Instant }>(
  records: readonly T[],
  { after, limit }: PageRequest,
): T[] {
  const compare = (a: { id: string; createdAt: Instant }, b: typeof a) =>
    b.createdAt - a.createdAt || (a.id > b.id ? -1 : Number(a.id < b.id));
  return records
    .filter((record) => after === null || compare(after, record) < 0)
    .sort(compare)
    .slice(0, limit);
}

export const clientIsVisible = (tenant: Tenant, client: { id: string; accountId: string }) =>
  client.accountId === tenant.accountId &&
  (tenant.clientId === null || tenant.clientId === client.id);

export const siteIsVisible = (tenant: Tenant, site: SiteRecord) =>
  site.accountId === tenant.accountId &&
  (tenant.clientId === null || tenant.clientId === site.clientId);
