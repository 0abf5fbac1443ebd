import * as v from 'valibot';
import { compareBrands } from '../brand-order.ts';
import { SiteRecord } from '../records.ts';
import type { SiteFacts, Tenant, TimelineScan } from '../store.ts';
import type { Engine } from './engine.ts';
import { importsOfSite, NumberedBrandRow, newest, tenantSite } from './schema.ts';

/** What a timeline needs of a site beside its answers, as it stands at one data version. */
export interface SiteCatalogue {
  facts: SiteFacts;
  brandIdOf: ReadonlyMap<number, string>;
  brandNumberOf: ReadonlyMap<string, number>;
  /** Completed scans, ascending, each with its number in `answers` and the import that its answers are of. */
  scans: readonly (TimelineScan & { number: number; import: number })[];
  /** Committed imports that hold rows of the site, its scans or its prompts. */
  imports: readonly number[];
}

const CompletedScanRow = v.object({
  id: v.string(),
  number: v.number(),
  date: v.string(),
  completedAt: v.nullable(v.number()),
  import: v.number(),
});

const ImportRow = v.object({ id: v.number() });

const noonOf = (date: string): number => Date.parse(`${date}T12:00:00.000Z`);

export const tenantParams = (tenant: Tenant, siteId: string, version: number) => ({
  account: tenant.accountId,
  client: tenant.clientId,
  site: siteId,
  version,
});

export async function readSiteCatalogue(
  engine: Engine,
  tenant: Tenant,
  siteId: string,
  version: number,
): Promise<SiteCatalogue | null> {
  const params = tenantParams(tenant, siteId, version);
  const ofSite = (table: string) =>
    newest(table, `siteId = {site:UUID} AND siteId IN ${tenantSite}`);
  const [sites, brands, scans, imports] = await Promise.all([
    engine.rows(
      SiteRecord,
      `SELECT * FROM ${newest('sites', 'accountId = {account:UUID} AND id = {site:UUID}')}
       WHERE {client:Nullable(UUID)} IS NULL OR clientId = {client:Nullable(UUID)}`,
      params,
    ),
    engine.rows(NumberedBrandRow, `SELECT * FROM ${ofSite('brands')}`, params),
    engine.rows(
      CompletedScanRow,
      `SELECT id, number, day AS date, completedAt, import FROM ${ofSite('scans')} WHERE status = 'completed'`,
      params,
    ),
    engine.rows(ImportRow, importsOfSite, params),
  ]);
  const [site] = sites;
  if (!site) return null;
  const at = (scan: TimelineScan) => scan.completedAt ?? noonOf(scan.date);
  scans.sort((a, b) => at(a) - at(b) || (a.id < b.id ? -1 : 1));
  return {
    facts: {
      site,
      brands: brands.map(({ number, ...brand }) => brand).sort(compareBrands),
    },
    brandIdOf: new Map(brands.map((brand) => [brand.number, brand.id])),
    brandNumberOf: new Map(brands.map((brand) => [brand.id, brand.number])),
    scans,
    imports: imports.map(({ id }) => id),
  };
}
