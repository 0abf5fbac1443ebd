import * as v from 'valibot';
import { compareBrands } from '../brand-order.ts';
import { SiteRecord } from '../records.ts';
import { scanInstant } from '../scan-day.ts';
import type { SiteDetails, Tenant, TimelineScan } from '../store.ts';
import type { Engine } from './engine.ts';
import { NumberedBrandRow, newest, textsImport } from './schema.ts';
import { importsOfSite, ofTenantSite, siteParams, tenantSite } from './tenant.ts';

/** What a timeline needs from a site besides its answers, at one data version. */
export interface SiteCatalogue {
  details: SiteDetails;
  brandIdOf: ReadonlyMap<number, string>;
  brandNumberOf: ReadonlyMap<string, number>;
  /** Completed scans, ascending, each with its number in `answers` and the imports of its answers and texts. */
  scans: readonly (TimelineScan & { number: number; import: number; textsImport: number })[];
  /** See `importsOfSite`. */
  imports: readonly number[];
}

const CompletedScanRow = v.object({
  id: v.string(),
  number: v.number(),
  date: v.string(),
  completedAt: v.nullable(v.number()),
  import: v.number(),
  textsImport: v.number(),
});

const ImportRow = v.object({ id: v.number() });

export async function readSiteCatalogue(
  engine: Engine,
  tenant: Tenant,
  siteId: string,
  version: number,
): Promise<SiteCatalogue | null> {
  const params = siteParams(tenant, siteId, version);
  const ofSite = (table: string) => newest(table, ofTenantSite);
  const [sites, brands, scans, imports] = await Promise.all([
    engine.rows(SiteRecord, tenantSite, params),
    engine.rows(NumberedBrandRow, `SELECT * FROM ${ofSite('brands')}`, params),
    engine.rows(
      CompletedScanRow,
      `SELECT id, number, day AS date, completedAt, import, ${textsImport} AS textsImport
       FROM ${ofSite('scans')} WHERE status = 'completed'`,
      params,
    ),
    engine.rows(ImportRow, importsOfSite, params),
  ]);
  const [site] = sites;
  if (!site) return null;
  scans.sort((a, b) => scanInstant(a) - scanInstant(b) || (a.id < b.id ? -1 : 1));
  return {
    details: {
      site,
      brands: brands.map(({ number, ...brand }) => brand).sort(compareBrands),
    },
    brandIdOf: new Map(brands.map((brand) => [brand.number, brand.id])),
    brandNumberOf: new Map(brands.map((brand) => [brand.id, brand.number])),
    scans,
    imports: imports.map(({ id }) => id),
  };
}
