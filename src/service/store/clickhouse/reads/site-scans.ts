import * as v from 'valibot';
import { msPerUtcDay } from '../../../../contract/dates/days.ts';
import { storedRegionsOf } from '../../../regions/stored-region.ts';
import type { PlatformModel } from '../../scan-rows.ts';
import type { BrandScan } from '../../site-rows.ts';
import { columnOf, Numbers, Strings } from '../engine/columns.ts';
import { selectNewestOfManySites, textsImport } from '../engine/schema.ts';
import { listModels, ModelColumns, selectModels } from './models.ts';
import { requestedSitesCondition, type TenantReads, tenantSitesCondition } from './tenant.ts';

/** The tracked brands of the given sites. */
export const trackedBrands = `(SELECT * FROM ${selectNewestOfManySites('brands', tenantSitesCondition)} WHERE role = 'tracked')`;
/** The scans of the given sites, with any status. `instant` is what `scanInstantOf` returns. */
const scansOfSites = `(SELECT siteId, id, number, import, ${textsImport} AS texts, status, day, createdAt, completedAt, rules,
    ifNull(completedAt, toInt64(day) * ${msPerUtcDay} + ${msPerUtcDay / 2}) AS instant
  FROM ${selectNewestOfManySites('scans', tenantSitesCondition)})`;
const newestFirst = 'ORDER BY instant DESC, toString(id) DESC';
/** The last completed scans of each of the given sites. */
const lastCompletedScans = `(SELECT siteId, number, import, texts FROM ${scansOfSites} WHERE status = 'completed'
  ${newestFirst} LIMIT {scansPerSite:UInt16} BY siteId)`;

const ScanColumns = v.object({
  siteId: columnOf(v.string()),
  ids: columnOf(Strings),
  numbers: columnOf(Numbers),
  dates: columnOf(Strings),
  completionTimes: columnOf(Numbers),
  rules: columnOf(Numbers),
  failedScans: columnOf(v.number()),
});
/** Selects a value of each of a site's last completed scans. */
const selectOfLastScans = (value: string): string =>
  `arraySlice(groupArrayIf(${value}, status = 'completed'), 1, {scansPerSite:UInt16})`;
/** The position of a scan in the order of `Store.scans`. */
const listPosition = '(createdAt, toString(id))';
/**
 * Selects, by site, the last completed scans, newest first, and the number of failed scans that are newer than the
 * newest completed one, in one pass over all scans. An unknown `completedAt` is -1, since `groupArray` skips null.
 */
const scansBySite = `SELECT siteId, ${selectOfLastScans('toString(id)')} AS ids, ${selectOfLastScans('number')} AS numbers,
    ${selectOfLastScans('toString(day)')} AS dates, ${selectOfLastScans('ifNull(completedAt, -1)')} AS completionTimes,
    ${selectOfLastScans('rules')} AS rules,
    maxIf(${listPosition}, status = 'completed') AS newestCompleted,
    arrayCount(place -> place > newestCompleted, groupArrayIf(${listPosition}, status = 'failed')) AS failedScans
  FROM (SELECT * FROM ${scansOfSites} ${newestFirst}) GROUP BY siteId`;

interface LastScan {
  id: string;
  number: number;
  date: string;
  completedAt: number | null;
  /** One of `scanRules`. */
  rules: number | undefined;
}

export interface SiteScans {
  /** The last completed scans, oldest first. */
  lastScans: readonly LastScan[];
  failedScans: number;
}

/**
 * Reads, by site ID, the last completed scans and the number of failed scans that are newer than the newest completed
 * one. Leaves out sites without scans.
 */
export async function readScans(
  { engine }: TenantReads,
  params: object,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, SiteScans>> {
  const columns = await engine.columns(ScanColumns, scansBySite, { ...params }, { signal });
  const lastScansOf = (row: number): LastScan[] =>
    (columns.ids[row] ?? []).map((id, index) => {
      const completedAt = columns.completionTimes[row]?.[index] ?? -1;
      return {
        id,
        number: columns.numbers[row]?.[index] ?? 0,
        date: columns.dates[row]?.[index] ?? '',
        completedAt: completedAt === -1 ? null : completedAt,
        rules: columns.rules[row]?.[index],
      };
    });
  return new Map(
    columns.siteId.map((siteId, row) => [
      siteId,
      { lastScans: lastScansOf(row).reverse(), failedScans: columns.failedScans[row] ?? 0 },
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
/** Selects the counts of scans, in one row for all scans that have the same site, tracked brand and measurement. */
const scanCounts = `WITH last AS ${lastCompletedScans}, tracked AS ${trackedBrands}
  SELECT siteId, brand, prompts, platforms, regions, groupArray(scan) AS scans, groupArray(n) AS answers,
    groupArray(mentioned) AS mentions
  FROM (
    SELECT siteId, brand, scan, count() AS n, countIf(has(brands, brand)) AS mentioned, uniqExact(prompt) AS prompts,
      arraySort(groupUniqArray(toString(platform))) AS platforms,
      arraySort(groupUniqArray(toString(region))) AS regions
    FROM answers INNER JOIN (SELECT siteId, number AS brand FROM tracked) AS trackedNumbers USING siteId
    WHERE ${requestedSitesCondition} AND (siteId, scan, import) IN (SELECT siteId, number, import FROM last)
    GROUP BY siteId, brand, scan)
  GROUP BY siteId, brand, prompts, platforms, regions`;

const scanModels = `WITH last AS ${lastCompletedScans}
  ${selectModels(`${requestedSitesCondition} AND (siteId, scan, import) IN (SELECT siteId, number, texts FROM last)`)}`;

/** Reads the models of scans, and returns a function that looks them up by site ID and scan number. */
export async function readModelsOfSites(
  { engine }: TenantReads,
  params: object,
  signal?: AbortSignal,
) {
  const columns = await engine.columns(ModelColumns, scanModels, { ...params }, { signal });
  const byScan = new Map(
    listModels(columns).map(({ siteId, scan, models }) => [`${siteId} ${scan}`, models]),
  );
  return (siteId: string, scan: number): readonly PlatformModel[] =>
    byScan.get(`${siteId} ${scan}`) ?? [];
}

/** A scan's counts for a tracked brand. */
export type ScanCounts = Pick<BrandScan, 'answers' | 'mentions' | 'measured'>;

/** The counts of a scan without answers, or of a site without a tracked brand. */
export const noAnswers: ScanCounts = {
  answers: 0,
  mentions: 0,
  measured: { prompts: 0, platforms: [], regions: [] },
};

/** Reads counts, and returns a function that looks them up by site ID, brand number and scan number. */
export async function readCounts({ engine }: TenantReads, params: object, signal?: AbortSignal) {
  const columns = await engine.columns(CountColumns, scanCounts, { ...params }, { signal });
  const byBrand = new Map<string, Map<number, ScanCounts>>();
  for (const [row, siteId] of columns.siteId.entries()) {
    const key = `${siteId} ${columns.brand[row]}`;
    const byScan = byBrand.get(key) ?? new Map<number, ScanCounts>();
    byBrand.set(key, byScan);
    const measured = {
      prompts: columns.prompts[row] ?? 0,
      platforms: columns.platforms[row] ?? [],
      regions: storedRegionsOf(columns.regions[row] ?? []),
    };
    for (const [index, scan] of (columns.scans[row] ?? []).entries()) {
      const answers = columns.answers[row]?.[index] ?? 0;
      byScan.set(scan, { answers, mentions: columns.mentions[row]?.[index] ?? 0, measured });
    }
  }
  return (siteId: string, brand: number, scan: number): ScanCounts =>
    byBrand.get(`${siteId} ${brand}`)?.get(scan) ?? noAnswers;
}
