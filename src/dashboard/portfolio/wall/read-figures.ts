import type { Site } from '../../../contract/portfolio.ts';
import type { RequestContext } from '../../api/get.ts';
import { getSites } from '../../api/portfolio-queries.ts';
import { getTimeline } from '../../api/reports.ts';
import { readNewestStatus, toTrend } from '../trend.ts';
import { type Candidate, isPreferred, maxSitesRead, toShownSite } from './choose-site.ts';
import type { ClientFigures } from './figures.ts';

/** Finds the site to show, and reads its report; null without sites. */
async function findBestSite(
  context: RequestContext,
  sites: readonly Site[],
): Promise<Candidate | null> {
  let best: Candidate | null = null;
  let failure: unknown = null;
  // One after another, so that each client has one request in flight and keeps one report.
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
  // One site that cannot be read does not hide the others.
  if (best === null && failure !== null) throw failure;
  return best;
}

/** Reads a client's figures, for use in a query function. @throws ApiError */
export async function readFigures(
  context: RequestContext,
  clientId: string,
  today: string,
): Promise<ClientFigures> {
  const { data: sites, nextCursor } = await getSites(context, clientId);
  const best = await findBestSite(context, sites.slice(0, maxSitesRead));
  const newestStatus = best && (await readNewestStatus(context, best.site.id, best.report));
  return {
    sites: sites.map(({ id, name }) => ({ id, name })),
    hasMoreSites: Boolean(nextCursor),
    shown: best && toShownSite(best, newestStatus, today),
  };
}
