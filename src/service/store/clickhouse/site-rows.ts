import * as v from 'valibot';
import { compareBrands } from '../brand-order.ts';
import { SiteRecord } from '../records.ts';
import type { ListedSite, OverviewSite } from '../site-rows.ts';
import { hasWords } from '../site-search.ts';
import type { PageRequest } from '../store.ts';
import { pageOrder, pageParams, pageStart, startParams } from './page.ts';
import { processInSlices } from './process-in-slices.ts';
import { NumberedBrandRow, newestOfAll } from './schema.ts';
import {
  noAnswers,
  readCounts,
  readScans,
  type SiteReadContext,
  type SiteScans,
  trackedBrands,
} from './site-scans.ts';
import { ofAccount, tenantParams, visibleClient, visibleSite } from './tenant.ts';

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

const noScans: SiteScans = { last: [], failedScans: 0 };
const noCounts = async () => () => noAnswers;

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
  const [brands, scans, countsOf] = await Promise.all([
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
        ...(brand ? countsOf(site.id, brand.number, number) : noAnswers),
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
