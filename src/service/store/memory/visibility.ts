import type { Instant, SiteRecord } from '../records.ts';
import type { PageRequest, Tenant } from '../store.ts';

interface DatedRecord {
  id: string;
  createdAt: Instant | null;
}

/** A page of records in descending order of `createdAt` (0 if unknown), then ID. */
export function pageNewestFirst<T extends DatedRecord>(
  records: readonly T[],
  { after, limit }: PageRequest,
): T[] {
  const compare = (a: DatedRecord, b: DatedRecord) =>
    (b.createdAt ?? 0) - (a.createdAt ?? 0) || (a.id > b.id ? -1 : Number(a.id < b.id));
  return records
    .filter((record) => after === null || compare(after, record) < 0)
    .sort(compare)
    .slice(0, limit);
}

export const isClientVisible = (tenant: Tenant, client: { id: string; accountId: string }) =>
  client.accountId === tenant.accountId &&
  (tenant.clientId === null || tenant.clientId === client.id);

export const isSiteVisible = (tenant: Tenant, site: SiteRecord) =>
  site.accountId === tenant.accountId &&
  (tenant.clientId === null || tenant.clientId === site.clientId);
