import { noonOf } from '../../../contract/dates/days.ts';
import { type Days, periodsOf } from '../../../contract/dates/periods.ts';
import { daysOf } from '../../../contract/dates/ranges.ts';
import { maxOverviewScans } from '../../../contract/sightline/resources.ts';
import { isPresent, type ReportColumns } from '../../api/columns.ts';
import { type Comparison, compare } from '../../verdicts/verdicts.ts';
import { type SiteTrend, type Trend, trackedSeriesIn } from '../trend.ts';
import type { ShownSite, SiteName } from './figures.ts';

/** The maximum number of a client's sites that are read to choose the one to show. */
export const maxSitesRead = 5;

/** A site that a client's row may show. */
export interface Candidate {
  site: SiteName;
  /** The report by brand over all dates. */
  report: ReportColumns;
  trend: Trend;
}

/**
 * Compares the tracked brand's last 30 days with the 30 before, on the UTC day `today`, YYYY-MM-DD.
 * Uses at most as many scans as an overview lists, so that a report gives the same figures as the overview.
 */
function compareRecent(report: ReportColumns, today: string): Comparison {
  const { startDate, endDate } = daysOf('30d', today);
  const now = { start: startDate, end: endDate };
  const periods = periodsOf(now, 'previous', { compareStart: null, compareEnd: null });
  const tracked = trackedSeriesIn(report);
  const last = report.scans
    .map(({ date }, scan) => ({ date, scan }))
    .filter(({ scan }) => tracked && isPresent(tracked, scan))
    .slice(-maxOverviewScans);
  const valuesIn = ({ start, end }: Days): number[] =>
    last.flatMap(({ date, scan }) =>
      date >= start && date <= end ? [tracked?.values[scan] ?? Number.NaN] : [],
    );
  return compare({
    now: valuesIn(now),
    before: periods ? valuesIn(periods.before) : [],
    earlier: periods ? periods.earlier.map(valuesIn) : [],
  });
}

/** When a site was last scanned, in milliseconds since 1970, to compare it with other sites. */
function lastScanTimeOf({ lastScan }: Trend): number {
  if (lastScan === null) return Number.NEGATIVE_INFINITY;
  const { finished, date } = lastScan;
  return finished ?? (date === null ? 0 : noonOf(date));
}

/** Whether one site is preferred to another: for having values of its tracked brand, or else for a later scan. */
export function isPreferred(one: Trend, other: Trend): boolean {
  const [hasValues, otherHasValues] = [one.values.length > 0, other.values.length > 0];
  return hasValues === otherHasValues ? lastScanTimeOf(one) > lastScanTimeOf(other) : hasValues;
}

/** What a client's row shows of the site chosen for it. */
export const toShownSite = (
  { site: { id, name }, report, trend }: Candidate,
  newestStatus: SiteTrend['newestStatus'],
  today: string,
): ShownSite => ({
  site: { id, name },
  trend: { ...trend, newestStatus },
  comparison: compareRecent(report, today),
});
