import { type Days, periodsOf } from '../../contract/dates/periods.ts';
import { daysOf } from '../../contract/dates/ranges.ts';
import { maxOverviewScans } from '../../contract/sightline/resources.ts';
import { type FittingRange, fittingPeriodOf } from '../periods/fitting-period.ts';
import { isEvidence, isPresent, type ReportColumns } from '../series/columns.ts';
import { trackedSeriesOf } from '../series/tracked-brand.ts';
import { type Comparison, compare } from '../verdicts/verdicts.ts';
import type { ComparedScans } from './shown-verdict.ts';

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
