import * as v from 'valibot';
import { compareBrands } from '../../brand-order.ts';
import { SiteRecord } from '../../records.ts';
import { scanInstantOf } from '../../scan-day.ts';
import type { SiteDetails, TimelineScan } from '../../store.ts';
import { NumberedBrandRow, textsImport } from '../engine/schema.ts';
import { readRenamedRegions } from './renamed-regions.ts';
import {
  selectImportsOfSite,
  selectNewestOfSite,
  selectTenantSite,
  siteParamsOf,
  type TenantReads,
  tenantSiteCondition,
} from './tenant.ts';

/** The data about a site, besides its answers, that reports and lists of answers need, at one data version. */
export interface SiteCatalogue {
  details: SiteDetails;
  brandIdOf: ReadonlyMap<number, string>;
  brandNumberOf: ReadonlyMap<string, number>;
  /**
   * Completed scans, ascending, each with its number in `answers` and the imports of its answers and texts. Also those
   * that the service ran and that failed: the answers of cancelled ones are in lists, and in no figure.
   */
  scans: readonly (TimelineScan & {
    status: string;
    number: number;
    import: number;
    textsImport: number;
  })[];
  /** See `readRenamedRegions`. */
  renamedRegions: ReadonlyMap<string, string>;
  /** See `selectImportsOfSite`. */
  imports: readonly number[];
}

/** What all reads of one call about a site have in common. */
export interface SiteReads extends TenantReads {
  catalogue: SiteCatalogue;
}

const AnsweredScanRow = v.object({
  status: v.string(),
  id: v.string(),
  number: v.number(),
  date: v.string(),
  completedAt: v.nullable(v.number()),
  import: v.number(),
  textsImport: v.number(),
});

const ImportRow = v.object({ id: v.number() });

/** Reads the catalogue of a site; null if the site does not exist for the tenant. */
export async function readSiteCatalogue(
  reads: TenantReads,
  siteId: string,
): Promise<SiteCatalogue | null> {
  const { engine } = reads;
  const params = siteParamsOf(reads, siteId);
  const [sites, brands, scans, imports, renamedRegions] = await Promise.all([
    engine.rows(SiteRecord, selectTenantSite, params),
    engine.rows(NumberedBrandRow, `SELECT * FROM ${selectNewestOfSite('brands')}`, params),
    engine.rows(
      AnsweredScanRow,
      `SELECT status, id, number, day AS date, completedAt, import, ${textsImport} AS textsImport
       FROM ${selectNewestOfSite('scans')} WHERE status = 'completed'
         OR status = 'failed' AND id IN (SELECT id FROM scanRequests WHERE ${tenantSiteCondition})`,
      params,
    ),
    engine.rows(ImportRow, selectImportsOfSite, params),
    readRenamedRegions(engine, params, tenantSiteCondition),
  ]);
  const [site] = sites;
  if (!site) return null;
  scans.sort((a, b) => scanInstantOf(a) - scanInstantOf(b) || (a.id < b.id ? -1 : 1));
  return {
    details: {
      site,
      brands: brands.map(({ number, ...brand }) => brand).sort(compareBrands),
    },
    brandIdOf: new Map(brands.map((brand) => [brand.number, brand.id])),
    brandNumberOf: new Map(brands.map((brand) => [brand.id, brand.number])),
    scans,
    renamedRegions,
    imports: imports.map(({ id }) => id),
  };
}
