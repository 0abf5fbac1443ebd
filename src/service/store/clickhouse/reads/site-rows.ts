import * as v from 'valibot';
import { handleInStretches } from '../../../limits/stretch.ts';
import { compareBrands } from '../../brand-order.ts';
import { SiteRecord } from '../../records.ts';
import type { ListedSite, OverviewSite } from '../../site-rows.ts';
import { hasWords } from '../../site-search.ts';
import type { PageRequest } from '../../store.ts';
import { NumberedBrandRow, selectNewestOfManySites } from '../engine/schema.ts';
import { pageOrder, pageParamsOf, pageStartOf, startParamsOf } from './page.ts';
import {
  noAnswers,
  readCounts,
  readModelsOfSites,
  readScans,
  type SiteScans,
  trackedBrands,
} from './site-scans.ts';
import {
  accountCondition,
  type TenantReads,
  tenantParamsOf,
  visibleClientCondition,
  visibleSiteCondition,
} from './tenant.ts';

const NamedSiteRow = v.object({ ...SiteRecord.entries, clientName: v.nullable(v.string()) });
type NamedSite = v.InferOutput<typeof NamedSiteRow>;

/** The tenant's sites, each with its client's name. */
const namedSites = `(SELECT own.* EXCEPT import, if(clientId IS NULL, NULL, clientNames.name) AS clientName
  FROM (SELECT * FROM ${selectNewestOfManySites('sites', accountCondition)} WHERE ${visibleSiteCondition}) AS own
  LEFT JOIN (SELECT id, name FROM ${selectNewestOfManySites('clients', accountCondition)} WHERE ${visibleClientCondition}) AS clientNames
  ON clientNames.id = assumeNotNull(clientId))`;

const compareNewestFirst = (a: { createdAt: number; id: string }, b: typeof a) =>
  b.createdAt - a.createdAt || (a.id > b.id ? -1 : Number(a.id < b.id));

/** Reads a page of the active sites. */
function readPageOfSites(
  reads: TenantReads,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<NamedSite[]> {
  return reads.engine.rows(
    NamedSiteRow,
    `SELECT * FROM ${namedSites} WHERE active ${pageStartOf(page)}
     ${pageOrder} LIMIT {limit:UInt16}`,
    { ...tenantParamsOf(reads), ...pageParamsOf(page) },
    { signal },
  );
}

/**
 * Reads a page of the active sites that match all words. The words are compared here, not in the engine, since all
 * stores must convert every script to lower case in the same way.
 */
async function searchSites(
  reads: TenantReads,
  words: readonly string[],
  page: PageRequest,
): Promise<NamedSite[]> {
  const sites = await reads.engine.rows(
    NamedSiteRow,
    `SELECT * FROM ${namedSites} WHERE active ${pageStartOf(page)}`,
    { ...tenantParamsOf(reads), ...startParamsOf(page) },
  );
  const matches: NamedSite[] = [];
  await handleInStretches(sites, (site) => {
    if (hasWords(words, [site.name, site.url, site.clientName ?? ''])) matches.push(site);
  });
  return matches.sort(compareNewestFirst).slice(0, page.limit);
}

const noScans: SiteScans = { lastScans: [], failedScans: 0 };
const skipCounts = async () => () => noAnswers;
const skipModels = async () => () => [];

/** Adds tracked brands and last scans to sites. The scans have counts only if `scansPerSite` is more than 1. */
async function addScans(
  reads: TenantReads,
  sites: readonly NamedSite[],
  scansPerSite: number,
  signal?: AbortSignal,
): Promise<OverviewSite[]> {
  if (sites.length === 0) return [];
  const sitesParams = { ...tenantParamsOf(reads), sites: sites.map(({ id }) => id) };
  const scanParams = { ...sitesParams, scansPerSite };
  const [brands, scans, countsOf, modelsOf] = await Promise.all([
    reads.engine.rows(NumberedBrandRow, `SELECT * FROM ${trackedBrands}`, sitesParams, { signal }),
    readScans(reads, scanParams, signal),
    scansPerSite > 1 ? readCounts(reads, scanParams, signal) : skipCounts(),
    scansPerSite > 1 ? readModelsOfSites(reads, scanParams, signal) : skipModels(),
  ]);
  const brandsBySite = Map.groupBy(brands.sort(compareBrands), ({ siteId }) => siteId);
  return sites.map((site) => {
    const brand = brandsBySite.get(site.id)?.[0];
    const { lastScans, failedScans } = scans.get(site.id) ?? noScans;
    const lastScan = lastScans.at(-1);
    return {
      ...site,
      trackedBrand: brand ? { id: brand.id, name: brand.name } : null,
      lastScan: lastScan ? { id: lastScan.id, completedAt: lastScan.completedAt } : null,
      scans: lastScans.map(({ number, ...scan }) => ({
        ...scan,
        ...(brand ? countsOf(site.id, brand.number, number) : noAnswers),
        models: brand ? modelsOf(site.id, number) : [],
      })),
      failedScans,
    };
  });
}

const toListedSite = ({ scans, failedScans, ...site }: OverviewSite): ListedSite => site;

/** Implements `Store.listedSites`. */
export async function readListedSites(
  reads: TenantReads,
  words: readonly string[],
  page: PageRequest,
): Promise<readonly ListedSite[]> {
  const sites = words.length === 0 ? readPageOfSites(reads, page) : searchSites(reads, words, page);
  return (await addScans(reads, await sites, 1)).map(toListedSite);
}

/** Implements `Store.listedSite`. */
export async function readListedSite(
  reads: TenantReads,
  siteId: string,
): Promise<ListedSite | null> {
  const sites = await reads.engine.rows(
    NamedSiteRow,
    `SELECT * FROM ${namedSites} WHERE id = {site:UUID}`,
    { ...tenantParamsOf(reads), site: siteId },
  );
  const [site] = (await addScans(reads, sites, 1)).map(toListedSite);
  return site ?? null;
}

/** Implements `Store.overview`. */
export async function readOverview(
  reads: TenantReads,
  page: PageRequest,
  scansPerSite: number,
  signal?: AbortSignal,
): Promise<readonly OverviewSite[]> {
  const sites = await readPageOfSites(reads, page, signal);
  return addScans(reads, sites, scansPerSite, signal);
}
