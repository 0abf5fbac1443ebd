import { type Days, periodsOf } from '../../../contract/dates/periods.ts';
import { daysOf } from '../../../contract/dates/ranges.ts';
import { maxOverviewScans } from '../../../contract/sightline/resources.ts';
import type { ChangedScan } from '../../../figures/comparison/measurement-changes.ts';
import { type ComparedScans, effectOfChanges } from '../../../figures/comparison/shown-verdict.ts';
import { type FittingRange, fittingPeriodOf } from '../../../figures/periods/fitting-period.ts';
import { isEvidence, isPresent, type ReportColumns } from '../../../figures/series/columns.ts';
import { trackedSeriesOf } from '../../../figures/series/tracked-brand.ts';
import { type Comparison, compare } from '../../../figures/verdicts/verdicts.ts';
import { lastScanTimeOf, type Trend, type TrendWithStatus } from '../trend.ts';
import type { NamedSite, ShownSite } from './figures.ts';

/** The maximum number of sites read per client to choose the one to show. */
export const maxSitesRead = 5;

/** A site that a client's row may show. */
export interface Candidate {
  site: NamedSite;
  /** The report of visibility by brand over all dates. */
  report: ReportColumns;
  trend: Trend;
}

/** The comparison of a site's period with the one before. */
export interface RecentComparison {
  /** The period that fits how often the site is scanned; null if its last scan is too old for any. */
  range: FittingRange | null;
  comparison: Comparison;
  compared: ComparedScans;
}

/**
 * Compares the tracked brand's figures in the period that fits the site with the period before, as of the UTC day
 * `today`, YYYY-MM-DD. Uses only the last `maxOverviewScans` scans, as an overview does, so that both give the same
 * figures.
 */
export function compareRecent(report: ReportColumns, today: string): RecentComparison {
  const tracked = trackedSeriesOf(report);
  const recentScans = report.scans
    .map(({ date }, scan) => ({ date, scan }))
    .filter(({ scan }) => tracked && isPresent(tracked, scan))
    .slice(-maxOverviewScans);
  const scanDays = recentScans.flatMap(({ date, scan }) =>
    isEvidence(tracked?.values[scan]) ? [date] : [],
  );
  // Scans so frequent that the last ones do not reach the period before still fall into the shortest range.
  const { range } = fittingPeriodOf(scanDays, today);
  const { startDate, endDate } = daysOf(range ?? '30d', today);
  const now = { start: startDate, end: endDate };
  const periods = periodsOf(now, 'previous', { compareStart: null, compareEnd: null });
  const indicesIn = ({ start, end }: Days): number[] =>
    recentScans.flatMap(({ date, scan }) => (date >= start && date <= end ? [scan] : []));
  const valuesIn = (days: Days) =>
    indicesIn(days).map((scan) => tracked?.values[scan] ?? Number.NaN);
  const scansIn = (days: Days) => ({
    scans: indicesIn(days).flatMap((scan) => report.scans[scan] ?? []),
  });
  return {
    range,
    comparison: compare({
      now: valuesIn(now),
      before: periods ? valuesIn(periods.before) : [],
      earlier: periods ? periods.earlier.map(valuesIn) : [],
    }),
    compared: { now: scansIn(now), before: periods ? scansIn(periods.before) : { scans: [] } },
  };
}

/** When a site was last scanned, for sorting: 0 if the time is unknown, and negative infinity if there are no scans. */
const recencyOf = (trend: Trend): number =>
  lastScanTimeOf(trend) ?? (trend.lastScan === null ? Number.NEGATIVE_INFINITY : 0);

/**
 * Whether a client's row should show the site of `one` rather than that of `other`. If only one of the two sites has
 * scans of its tracked brand, that site is preferred; otherwise, the more recently scanned one.
 */
export function isPreferred(one: Trend, other: Trend): boolean {
  const [hasValues, otherHasValues] = [one.values.length > 0, other.values.length > 0];
  return hasValues === otherHasValues ? recencyOf(one) > recencyOf(other) : hasValues;
}

/**
 * Creates the site that a client's row shows.
 * @param changes the scans that were measured differently from the previous scan, oldest first
 */
export const toShownSite = (
  { site: { id, name }, trend }: Candidate,
  newestStatus: TrendWithStatus['newestStatus'],
  { range, comparison, compared }: RecentComparison,
  changes: readonly ChangedScan[],
): ShownSite => ({
  site: { id, name },
  trend: { ...trend, newestStatus },
  range,
  comparison,
  effect: effectOfChanges(compared, changes, { groupBy: 'brand', platform: null }),
});
