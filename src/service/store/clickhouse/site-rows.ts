import * as v from 'valibot';
import { compareBrands } from '../brand-order.ts';
import { SiteRecord } from '../records.ts';
import type { ListedSite, OverviewSite } from '../site-rows.ts';
import { hasWords } from '../site-search.ts';
import type { PageRequest, Tenant } from '../store.ts';
import { columnOf, Numbers, Strings } from './columns.ts';
import type { Engine, ReadOptions } from './engine.ts';
import { pageOrder, pageParams, pageStart, startParams } from './page.ts';
import { processInSlices } from './process-in-slices.ts';
import { NumberedBrandRow, newestOfAll } from './schema.ts';
import { ofAccount, tenantParams, visibleClient, visibleSite } from './tenant.ts';

/** The parameters that all reads of one call share. */
interface SiteReadContext extends ReadOptions {
  engine: Engine;
  tenant: Tenant;
  version: number;
}

const NamedSiteRow = v.object({ ...SiteRecord.entries, clientName: v.nullable(v.string()) });
type NamedSite = v.InferOutput<typeof NamedSiteRow>;

/** The tenant's sites, each with its client's name. */
const namedSites = `(SELECT own.* EXCEPT import, if(clientId IS NULL, NULL, clientNames.name) AS clientName
  FROM (SELECT * FROM ${newestOfAll('sites', ofAccount)} WHERE ${visibleSite}) AS own
  LEFT JOIN (SELECT id, name FROM ${newestOfAll('clients', ofAccount)} WHERE ${visibleClient}) AS clientNames
  ON clientNames.id = assumeNotNull(clientId))`;

const compareNewestFirst = (a: { createdAt: number; id: string }, b: typeof a) =>
  b.createdAt - a.createdAt || (a.id > b.id ? -1 : Number(a.id < b.id));

/** A page of the active sites. */
function readPageOfSites(reading: SiteReadContext, page: PageRequest): Promise<NamedSite[]> {
  const { engine, tenant, version, signal } = reading;
  return engine.rows(
    NamedSiteRow,
    `SELECT * FROM ${namedSites} WHERE active ${pageStart(page)}
     ${pageOrder} LIMIT {limit:UInt16}`,
    { ...tenantParams(tenant), version, ...pageParams(page) },
    { signal },
  );
}

/**
 * A page of the active sites that match all words. Compares here, not in the engine: all stores must agree on what is
 * lower case in every script.
 */
async function searchSites(
  reading: SiteReadContext,
  words: readonly string[],
  page: PageRequest,
): Promise<NamedSite[]> {
  const { engine, tenant, version, signal } = reading;
  const sites = await engine.rows(
    NamedSiteRow,
    `SELECT * FROM ${namedSites} WHERE active ${pageStart(page)}`,
    { ...tenantParams(tenant), version, ...startParams(page) },
    { signal },
  );
  const found: NamedSite[] = [];
  await processInSlices(sites, (slice) => {
    for (const site of slice) {
      if (hasWords(words, [site.name, site.url, site.clientName ?? ''])) found.push(site);
    }
  });
  return found.sort(compareNewestFirst).slice(0, page.limit);
}

const inSites = 'siteId IN {sites:Array(UUID)}';
/** For tables with a `siteId`: rows of the given sites, if they exist for the tenant. */
const ofTenantSites = `${inSites} AND siteId IN (
  SELECT id FROM ${newestOfAll('sites', `${ofAccount} AND id IN {sites:Array(UUID)}`)} WHERE ${visibleSite})`;

const trackedBrands = `(SELECT * FROM ${newestOfAll('brands', ofTenantSites)} WHERE role = 'tracked')`;
/** Scans of any status. `instant` is their `scanInstant`. */
const scansOfSites = `(SELECT siteId, id, number, import, status, day, createdAt, completedAt,
    ifNull(completedAt, toInt64(day) * 86400000 + 43200000) AS instant
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

interface SiteScans {
  /** The last completed scans, oldest first. */
  last: readonly LastScan[];
  failedScans: number;
}

/** Reads what is shown of the scans of the given sites, by site ID. Leaves out sites without scans. */
async function readScans(
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
  scans: columnOf(Numbers),
  n: columnOf(Numbers),
});
/** For brand 0, `n` counts answers; for a tracked brand, its mentions. */
const brandCounts = `WITH last AS ${lastScans}, tracked AS ${trackedBrands}
  SELECT siteId, brand, groupArray(scan) AS scans, groupArray(n) AS n
  FROM (
    SELECT siteId, brand, scan, sum(answers) AS n FROM tallies
    WHERE ${inSites} AND (siteId, scan, import) IN (SELECT siteId, number, import FROM last)
      AND (siteId, brand) IN (SELECT siteId, arrayJoin([0, number]) FROM tracked)
    GROUP BY siteId, brand, scan)
  GROUP BY siteId, brand`;

/** Reads counts, and returns a function that looks one up by site ID, brand number and scan number. */
async function readCounts({ engine, signal }: SiteReadContext, params: object) {
  const columns = await engine.columns(CountColumns, brandCounts, { ...params }, { signal });
  const byBrand = new Map(
    columns.siteId.map((siteId, row) => {
      const counts = columns.n[row] ?? [];
      const byScan = columns.scans[row]?.map((scan, at): [number, number] => [
        scan,
        counts[at] ?? 0,
      ]);
      return [`${siteId} ${columns.brand[row]}`, new Map(byScan)];
    }),
  );
  return (siteId: string, brand: number, scan: number): number =>
    byBrand.get(`${siteId} ${brand}`)?.get(scan) ?? 0;
}

const noScans: SiteScans = { last: [], failedScans: 0 };
const noCounts = async () => () => 0;

/** Adds tracked brands and last scans to sites. The scans have counts only if `scansPerSite` is more than 1. */
async function addScans(
  reading: SiteReadContext,
  sites: readonly NamedSite[],
  scansPerSite: number,
): Promise<OverviewSite[]> {
  if (sites.length === 0) return [];
  const { engine, tenant, version, signal } = reading;
  const ofSites = { ...tenantParams(tenant), version, sites: sites.map(({ id }) => id) };
  const ofScans = { ...ofSites, scansPerSite };
  const [brands, scans, countOf] = await Promise.all([
    engine.rows(NumberedBrandRow, `SELECT * FROM ${trackedBrands}`, ofSites, { signal }),
    readScans(reading, ofScans),
    scansPerSite > 1 ? readCounts(reading, ofScans) : noCounts(),
  ]);
  const brandsOf = Map.groupBy(brands.sort(compareBrands), ({ siteId }) => siteId);
  return sites.map((site) => {
    const brand = brandsOf.get(site.id)?.[0];
    const { last: lastOfSite, failedScans } = scans.get(site.id) ?? noScans;
    const last = lastOfSite.at(-1);
    return {
      ...site,
      trackedBrand: brand ? { id: brand.id, name: brand.name } : null,
      lastScan: last ? { id: last.id, completedAt: last.completedAt } : null,
      scans: lastOfSite.map(({ number, ...scan }) => ({
        ...scan,
        answers: countOf(site.id, 0, number),
        mentions: brand ? countOf(site.id, brand.number, number) : 0,
      })),
      failedScans,
    };
  });
}

const toListedSite = ({ scans, failedScans, ...site }: OverviewSite): ListedSite => site;

/** Implements `Store.listedSites`. */
export async function readListedSites(
  reading: SiteReadContext,
  words: readonly string[],
  page: PageRequest,
): Promise<readonly ListedSite[]> {
  const sites =
    words.length === 0 ? readPageOfSites(reading, page) : searchSites(reading, words, page);
  return (await addScans(reading, await sites, 1)).map(toListedSite);
}

/** Implements `Store.listedSite`. */
export async function readListedSite(
  reading: SiteReadContext,
  siteId: string,
): Promise<ListedSite | null> {
  const { engine, tenant, version } = reading;
  const sites = await engine.rows(
    NamedSiteRow,
    `SELECT * FROM ${namedSites} WHERE id = {site:UUID}`,
    { ...tenantParams(tenant), version, site: siteId },
  );
  const [site] = (await addScans(reading, sites, 1)).map(toListedSite);
  return site ?? null;
}

/** Implements `Store.overview`. */
export async function readOverview(
  reading: SiteReadContext,
  page: PageRequest,
  scansPerSite: number,
): Promise<readonly OverviewSite[]> {
  return addScans(reading, await readPageOfSites(reading, page), scansPerSite);
}
