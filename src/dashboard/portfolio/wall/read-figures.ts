import type { Site } from '../../../contract/resources.ts';
import type { ReportColumns } from '../../api/columns.ts';
import type { Context } from '../../api/get.ts';
import { getSites } from '../../api/portfolio-queries.ts';
import { getTimeline } from '../../api/reports.ts';
import { type Days, periodsOf } from '../../site/question/periods.ts';
import { daysOf } from '../../site/question/ranges.ts';
import { type Comparison, compare } from '../../verdicts/verdicts.ts';
import { newestStatusOf, type Trend, toTrend, trackedIn } from '../trend.ts';
import type { ClientFigures } from './figures.ts';

/** How many sites of a client are read to choose the one to show. */
const mostSitesRead = 5;

/** Compares the tracked brand's last 30 days with the 30 before, on the UTC day `today`, YYYY-MM-DD. */
export function compareRecent(report: ReportColumns, today: string): Comparison {
  const { startDate, endDate } = daysOf('30d', today);
  const now = { start: startDate, end: endDate };
  const periods = periodsOf(now, 'previous', { compareStart: null, compareEnd: null });
  const values = trackedIn(report)?.values ?? [];
  const valuesIn = ({ start, end }: Days): number[] =>
    report.scans.flatMap(({ date }, scan) =>
      date >= start && date <= end ? [values[scan] ?? Number.NaN] : [],
    );
  return compare({
    now: valuesIn(now),
    before: periods ? valuesIn(periods.before) : [],
    earlier: periods ? periods.earlier.map(valuesIn) : [],
  });
}

/** When a site was last scanned, in milliseconds since 1970, to compare it with other sites. */
function lastScanned({ lastScan }: Trend): number {
  if (lastScan === null) return Number.NEGATIVE_INFINITY;
  const { finished, date } = lastScan;
  return finished ?? (date === null ? 0 : Date.parse(`${date}T12:00:00Z`));
}

interface Candidate {
  site: Site;
  report: ReportColumns;
  trend: Trend;
}

/** Whether a site's figures say more than another's: it has a tracked brand, or was scanned more recently. */
function isBetter(one: Trend, other: Trend): boolean {
  const [has, otherHas] = [one.values.length > 0, other.values.length > 0];
  return has === otherHas ? lastScanned(one) > lastScanned(other) : has;
}

/** The site to show, and its report. */
async function bestOf(context: Context, sites: readonly Site[]): Promise<Candidate | null> {
  let best: Candidate | null = null;
  let failure: unknown = null;
  // One after the other, so that a client takes one of the requests in flight, and one report is kept.
  for (const site of sites) {
    try {
      const report = await getTimeline(context, site.id, {});
      const trend = toTrend(report);
      if (best === null || isBetter(trend, best.trend)) best = { site, report, trend };
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
  context: Context,
  clientId: string,
  today: string,
): Promise<ClientFigures> {
  const { data: sites, nextCursor } = await getSites(context, clientId);
  const best = await bestOf(context, sites.slice(0, mostSitesRead));
  return {
    sites,
    hasMoreSites: Boolean(nextCursor),
    shown: best && {
      site: best.site,
      trend: {
        ...best.trend,
        newestStatus: await newestStatusOf(context, best.site.id, best.report),
      },
      comparison: compareRecent(best.report, today),
    },
  };
}
