import type { Instant, RecordIn, SiteRecord } from '../records.ts';
import type { PageRequest, Tenant } from '../store.ts';
import type { Tables } from './tables.ts';

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

export function visibleSite(tables: Tables, tenant: Tenant, siteId: string): SiteRecord | null {
  const site = tables.sites.get(siteId);
  return site && isSiteVisible(tenant, site) ? site : null;
}

/** The record of a table with an ID, if it belongs to a site that the tenant can see. */
export function recordOfVisibleSite<T extends 'prompts' | 'scans' | 'recommendations'>(
  tables: Tables,
  table: T,
  tenant: Tenant,
  siteId: string,
  id: string,
): RecordIn<T> | null {
  const record = tables[table].get(id);
  return record?.siteId === siteId && visibleSite(tables, tenant, siteId) ? record : null;
}
