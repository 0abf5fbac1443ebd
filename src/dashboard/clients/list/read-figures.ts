import type { Site } from '../../../contract/portfolio.ts';
import { compareRecent } from '../../../figures/comparison/compare-recent.ts';
import type { ChangedScan } from '../../../figures/comparison/measurement-changes.ts';
import type { FittingRange } from '../../../figures/periods/fitting-period.ts';
import type { RequestContext } from '../../api/get.ts';
import { getSites } from '../../api/portfolio-queries.ts';
import { getTimeline } from '../../api/reports.ts';
import type { SiteRequest } from '../../api/timeline-call.ts';
import { readNewestStatus, toTrend } from '../trend.ts';
import { type Candidate, isPreferred, maxSitesRead, toShownSite } from './choose-site.ts';
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
      const report = await getTimeline(context, { siteId: site.id, request: {} });
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

/**
 * Reads the changes in what was measured in a range of days, oldest first; none if they cannot be loaded.
 * @param onFirstChanges called with those found so far if some parts are slow
 */
async function readChanges(
  context: RequestContext,
  about: SiteRequest<FittingRange>,
  today: string,
  capabilities: readonly string[],
  onFirstChanges: (changes: ChangedScan[]) => void,
): Promise<ChangedScan[]> {
  const { signal } = context;
  let found: ChangedScan[] = [];
  try {
    const { loadRecentChanges } = await import('../../site/comparison/load-changes.ts');
    signal.throwIfAborted();
    return await loadRecentChanges(context, about, today, capabilities, (changes) => {
      found = changes;
      onFirstChanges(changes);
    });
  } catch {
    signal.throwIfAborted();
    // The figures are worth showing without the changes.
    return found;
  }
}

/** Reads the remaining details that a client's row shows about its site. */
async function readShownSite(
  context: RequestContext,
  best: Candidate,
  today: string,
  capabilities: readonly string[],
  onFirst: (shown: ShownSite) => void,
): Promise<ShownSite> {
  const { site, report } = best;
  const newestStatus = await readNewestStatus(context, site.id, report);
  const recent = compareRecent(report, today);
  const withChanges = (changes: ChangedScan[]) => toShownSite(best, newestStatus, recent, changes);
  if (recent.comparison.change === null || recent.range === null) return withChanges([]);
  return withChanges(
    await readChanges(
      context,
      { siteId: site.id, request: recent.range },
      today,
      capabilities,
      (changes) => onFirst(withChanges(changes)),
    ),
  );
}

/**
 * Reads a client's figures, for use in a query function.
 * @param today the UTC day, YYYY-MM-DD
 * @param capabilities what the service offers beyond v1
 * @param onFirst called with figures whose verdict may still change, if what it depends on is slow
 * @throws ApiError
 */
export async function readFigures(
  context: RequestContext,
  clientId: string,
  today: string,
  capabilities: readonly string[],
  onFirst: (figures: ClientFigures) => void,
): Promise<ClientFigures> {
  const { data: sites, nextCursor } = await getSites(context, clientId);
  const best = await findBestSite(context, sites.slice(0, maxSitesRead));
  const withShown = (shown: ShownSite | null): ClientFigures => ({
    sites: sites.map(({ id, name }) => ({ id, name })),
    hasMoreSites: Boolean(nextCursor),
    shown,
  });
  if (!best) return withShown(null);
  return withShown(
    await readShownSite(context, best, today, capabilities, (shown) => onFirst(withShown(shown))),
  );
}
