import * as v from 'valibot';
import { msPerUtcDay } from '../../../contract/dates/days.ts';
import type { BrandScan } from '../site-rows.ts';
import type { Tenant } from '../store.ts';
import { columnOf, Numbers, Strings } from './columns.ts';
import type { Engine, ReadOptions } from './engine.ts';
import { newestOfAll } from './schema.ts';
import { inSites, ofTenantSites } from './tenant.ts';

/** The parameters that all reads of one call share. */
export interface SiteReadContext extends ReadOptions {
  engine: Engine;
  tenant: Tenant;
  version: number;
}

/** The tracked brands of the given sites. */
export const trackedBrands = `(SELECT * FROM ${newestOfAll('brands', ofTenantSites)} WHERE role = 'tracked')`;
/** Scans of any status. `instant` is their `scanInstant`. */
const scansOfSites = `(SELECT siteId, id, number, import, status, day, createdAt, completedAt,
    ifNull(completedAt, toInt64(day) * ${msPerUtcDay} + ${msPerUtcDay / 2}) AS instant
  FROM ${newestOfAll('scans', ofTenantSites)})`;
const lastFirst = 'ORDER BY instant DESC, toString(id) DESC';
/** The last completed scans of each site. */
const lastScans = `(SELECT siteId, number, import FROM ${scansOfSites} WHERE status = 'completed'
  ${lastFirst} LIMIT {scansPerSite:UInt16} BY siteId)`;

const ScanColumns = v.object({
  siteId: columnOf(v.string()),
  ids: columnOf(Strings),
  numbers: columnOf(Numbers),
  dates: columnOf(Strings),
  instants: columnOf(Numbers),
  failedScans: columnOf(v.number()),
});
const ofLastScans = (value: string): string =>
  `arraySlice(groupArrayIf(${value}, status = 'completed'), 1, {scansPerSite:UInt16})`;
/** The place of a scan in the order of `Store.scans`. */
const listPlace = '(createdAt, toString(id))';
/**
 * The last completed scans, newest first, and the number of failed ones since, in one pass over all scans. An unknown
 * instant is -1, since `groupArray` skips null.
 */
const scansBySite = `SELECT siteId, ${ofLastScans('toString(id)')} AS ids, ${ofLastScans('number')} AS numbers,
    ${ofLastScans('toString(day)')} AS dates, ${ofLastScans('ifNull(completedAt, -1)')} AS instants,
    maxIf(${listPlace}, status = 'completed') AS newestCompleted,
    arrayCount(place -> place > newestCompleted, groupArrayIf(${listPlace}, status = 'failed')) AS failedScans
  FROM (SELECT * FROM ${scansOfSites} ${lastFirst}) GROUP BY siteId`;

interface LastScan {
  id: string;
  number: number;
  date: string;
  completedAt: number | null;
}

export interface SiteScans {
  /** The last completed scans, oldest first. */
  last: readonly LastScan[];
  failedScans: number;
}

/** Reads what is shown of the scans of the given sites, by site ID. Leaves out sites without scans. */
export async function readScans(
  { engine, signal }: SiteReadContext,
  params: object,
): Promise<ReadonlyMap<string, SiteScans>> {
  const columns = await engine.columns(ScanColumns, scansBySite, { ...params }, { signal });
  const scansAt = (row: number): LastScan[] =>
    (columns.ids[row] ?? []).map((id, at) => {
      const instant = columns.instants[row]?.[at] ?? -1;
      return {
        id,
        number: columns.numbers[row]?.[at] ?? 0,
        date: columns.dates[row]?.[at] ?? '',
        completedAt: instant === -1 ? null : instant,
      };
    });
  return new Map(
    columns.siteId.map((siteId, row) => [
      siteId,
      { last: scansAt(row).reverse(), failedScans: columns.failedScans[row] ?? 0 },
    ]),
  );
}

const CountColumns = v.object({
  siteId: columnOf(v.string()),
  brand: columnOf(v.number()),
  prompts: columnOf(v.number()),
  platforms: columnOf(Strings),
  regions: columnOf(Strings),
  scans: columnOf(Numbers),
  answers: columnOf(Numbers),
  mentions: columnOf(Numbers),
});
/** One row for all scans of a site that measured the same, for each of its tracked brands. */
const scanCounts = `WITH last AS ${lastScans}, tracked AS ${trackedBrands}
  SELECT siteId, brand, prompts, platforms, regions, groupArray(scan) AS scans, groupArray(n) AS answers,
    groupArray(mentioned) AS mentions
  FROM (
    SELECT siteId, brand, scan, count() AS n, countIf(has(brands, brand)) AS mentioned, uniqExact(prompt) AS prompts,
      arraySort(groupUniqArray(toString(platform))) AS platforms,
      arraySort(groupUniqArray(toString(region))) AS regions
    FROM answers INNER JOIN (SELECT siteId, number AS brand FROM tracked) AS trackedNumbers USING siteId
    WHERE ${inSites} AND (siteId, scan, import) IN (SELECT siteId, number, import FROM last)
    GROUP BY siteId, brand, scan)
  GROUP BY siteId, brand, prompts, platforms, regions`;

/** The counts of a scan and a tracked brand. */
export type ScanCounts = Pick<BrandScan, 'answers' | 'mentions' | 'measured'>;

/** The counts of a scan without answers, or of a site without a tracked brand. */
export const noAnswers: ScanCounts = {
  answers: 0,
  mentions: 0,
  measured: { prompts: 0, platforms: [], regions: [] },
};

/** Reads counts, and returns a function that looks them up by site ID, brand number and scan number. */
export async function readCounts({ engine, signal }: SiteReadContext, params: object) {
  const columns = await engine.columns(CountColumns, scanCounts, { ...params }, { signal });
  const byBrand = new Map<string, Map<number, ScanCounts>>();
  for (const [row, siteId] of columns.siteId.entries()) {
    const key = `${siteId} ${columns.brand[row]}`;
    const byScan = byBrand.get(key) ?? new Map<number, ScanCounts>();
    byBrand.set(key, byScan);
    const measured = {
      prompts: columns.prompts[row] ?? 0,
      platforms: columns.platforms[row] ?? [],
      regions: columns.regions[row] ?? [],
    };
    for (const [at, scan] of (columns.scans[row] ?? []).entries()) {
      const answers = columns.answers[row]?.[at] ?? 0;
      byScan.set(scan, { answers, mentions: columns.mentions[row]?.[at] ?? 0, measured });
    }
  }
  return (siteId: string, brand: number, scan: number): ScanCounts =>
    byBrand.get(`${siteId} ${brand}`)?.get(scan) ?? noAnswers;
}
