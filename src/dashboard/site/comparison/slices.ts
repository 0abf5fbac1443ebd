import type { Days, Periods } from '../../../contract/dates/periods.ts';
import type { ReportColumns } from '../../api/columns.ts';

/** A report cut into the periods of a comparison; every slice has the same series in the same order. */
export interface Slices {
  now: ReportColumns;
  before: ReportColumns;
  /** The periods before `before`, the nearest first. */
  earlier: readonly ReportColumns[];
}

function sliceOf(report: ReportColumns, kept: readonly number[]): ReportColumns {
  return {
    ...report,
    scans: kept.flatMap((scan) => report.scans[scan] ?? []),
    series: report.series.map((each) => {
      const { values, present } = each;
      return {
        ...each,
        values: Float64Array.from(kept, (scan) => values[scan] ?? Number.NaN),
        present: present && Uint8Array.from(kept, (scan) => present[scan] ?? 0),
      };
    }),
  };
}

const indices = (report: ReportColumns): number[] => [...report.scans.keys()];

/** The part of a report from one UTC day to another, with those days in its filters. */
export function sliceByDays(report: ReportColumns, { start, end }: Days): ReportColumns {
  const isIn = (scan: number) => {
    const { date = '' } = report.scans[scan] ?? {};
    return date >= start && date <= end;
  };
  const { filters } = report;
  return {
    ...sliceOf(report, indices(report).filter(isIn)),
    filters: filters && { ...filters, startDate: start, endDate: end },
  };
}

/** Cuts a report into the periods of a comparison by UTC day. */
export const slicesByDays = (report: ReportColumns, periods: Periods): Slices => ({
  now: sliceByDays(report, periods.now),
  before: sliceByDays(report, periods.before),
  earlier: periods.earlier.map((days) => sliceByDays(report, days)),
});

/**
 * Cuts a report into the last and the first half of its scans, leaving out the middle one if their number is odd.
 * @param reference the page's own report, whose scans decide where the halves are: a report by another
 * grouping may lack some of them
 */
export function splitIntoHalves(report: ReportColumns, reference: ReportColumns = report): Slices {
  const half = Math.floor(reference.scans.length / 2);
  const lastBefore = reference.scans[half - 1]?.moment ?? Number.NEGATIVE_INFINITY;
  const firstNow = reference.scans.at(-half)?.moment ?? Number.POSITIVE_INFINITY;
  const momentOf = (scan: number) => report.scans[scan]?.moment ?? Number.NaN;
  const isNow = (scan: number) => momentOf(scan) >= firstNow && momentOf(scan) > lastBefore;
  return {
    now: sliceOf(report, half === 0 ? [] : indices(report).filter(isNow)),
    before: sliceOf(
      report,
      indices(report).filter((scan) => momentOf(scan) <= lastBefore),
    ),
    earlier: [],
  };
}
