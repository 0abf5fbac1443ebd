import type { Site } from '../../../contract/portfolio.ts';
import type { RequestContext } from '../../api/get.ts';
import { getSites } from '../../api/portfolio-queries.ts';
import { getTimeline } from '../../api/reports.ts';
import type { ChangedScan } from '../../site/comparison/measurement-changes.ts';
import type { FittingRange } from '../../site/search/fitting-period.ts';
import { readNewestStatus, toTrend } from '../trend.ts';
import {
  type Candidate,
  compareRecent,
  isPreferred,
  maxSitesRead,
  toShownSite,
} from './choose-site.ts';
import type { ClientFigures, ShownSite } from './figures.ts';

/** Finds the site to show by reading each site's report; null without sites. @throws ApiError if none can be read */
async function findBestSite(
  context: RequestContext,
  sites: readonly Site[],
): Promise<Candidate | null> {
  let best: Candidate | null = null;
  let failure: unknown = null;
  // Read one after another, so that each client has one request in flight and only the best report stays in memory.
  for (const site of sites) {
    try {
      const report = await getTimeline(context, site.id, {});
      const trend = toTrend(report);
      if (best === null || isPreferred(trend, best.trend)) best = { site, report, trend };
    } catch (error) {
      context.signal.throwIfAborted();
      failure = error;
    }
  }
  // Sites that cannot be read are skipped, unless none can be read.
  if (best === null && failure !== null) throw failure;
  return best;
}

/** Reads the changes in what was measured in a range of days, oldest first; none if they cannot be loaded. */
async function readChanges(
  context: RequestContext,
  siteId: string,
  range: FittingRange,
  today: string,
  capabilities: readonly string[],
): Promise<ChangedScan[]> {
  const { signal } = context;
  try {
    const { loadRecentChanges } = await import('../../site/comparison/load-changes.ts');
    signal.throwIfAborted();
    return await loadRecentChanges(context, siteId, range, today, capabilities);
  } catch {
    signal.throwIfAborted();
    // The figures are worth showing without the changes.
    return [];
  }
}

/** Reads the remaining details that a client's row shows about its site. */
async function readShownSite(
  context: RequestContext,
  best: Candidate,
  today: string,
  capabilities: readonly string[],
): Promise<ShownSite> {
  const { site, report } = best;
  const newestStatus = await readNewestStatus(context, site.id, report);
  const recent = compareRecent(report, today);
  const changes =
    recent.comparison.change === null || recent.range === null
      ? []
      : await readChanges(context, site.id, recent.range, today, capabilities);
  return toShownSite(best, newestStatus, recent, changes);
}

/**
 * Reads a client's figures, for use in a query function.
 * @param today the UTC day, YYYY-MM-DD
 * @param capabilities what the service offers beyond v1
 * @throws ApiError
 */
export async function readFigures(
  context: RequestContext,
  clientId: string,
  today: string,
  capabilities: readonly string[],
): Promise<ClientFigures> {
  const { data: sites, nextCursor } = await getSites(context, clientId);
  const best = await findBestSite(context, sites.slice(0, maxSitesRead));
  return {
    sites: sites.map(({ id, name }) => ({ id, name })),
    hasMoreSites: Boolean(nextCursor),
    shown: best && (await readShownSite(context, best, today, capabilities)),
  };
}
