import type { RecordIn } from '../../src/service/records/catalogue.ts';
import type { Instant, SiteRecord } from '../../src/service/store/records.ts';
import type { PageRequest, Tenant } from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';

interface DatedRecord {
  id: string;
  createdAt: Instant | null;
}

/** Sorts records in descending order of `createdAt` (0 if unknown), then ID, and returns one page of them. */
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

export function findVisibleSite(tables: Tables, tenant: Tenant, siteId: string): SiteRecord | null {
  const site = tables.sites.get(siteId);
  return site && isSiteVisible(tenant, site) ? site : null;
}

/** The record with an ID, if it belongs to this site and the tenant can see the site; otherwise null. */
export function findVisibleRecord<T extends 'prompts' | 'scans' | 'recommendations'>(
  tables: Tables,
  table: T,
  tenant: Tenant,
  siteId: string,
  id: string,
): RecordIn<T> | null {
  const record = tables[table].get(id);
  return record?.siteId === siteId && findVisibleSite(tables, tenant, siteId) ? record : null;
}
