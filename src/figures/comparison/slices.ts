import type { Days, Periods } from '../../contract/dates/periods.ts';
import type { ReportColumns } from '../series/columns.ts';

/** A report cut into the periods of a comparison; every slice has the same series in the same order. */
export interface Slices {
  now: ReportColumns;
  before: ReportColumns;
  /** The periods before `before`, the nearest first. */
  earlier: readonly ReportColumns[];
}

/** A report with only the scans at these indices. */
function sliceOf(report: ReportColumns, indices: readonly number[]): ReportColumns {
  return {
    ...report,
    scans: indices.flatMap((scan) => report.scans[scan] ?? []),
    series: report.series.map((column) => {
      const { values, present } = column;
      return {
        ...column,
        values: Float64Array.from(indices, (scan) => values[scan] ?? Number.NaN),
        present: present && Uint8Array.from(indices, (scan) => present[scan] ?? 0),
      };
    }),
  };
}

const indicesOf = (report: ReportColumns): number[] => [...report.scans.keys()];

/** The part of a report from one UTC day to another, with those days in its filters. */
export function sliceByDays(report: ReportColumns, { start, end }: Days): ReportColumns {
  const isInDays = (scan: number) => {
    const { date = '' } = report.scans[scan] ?? {};
    return date >= start && date <= end;
  };
  const { filters } = report;
  return {
    ...sliceOf(report, indicesOf(report).filter(isInDays)),
    filters: filters && { ...filters, startDate: start, endDate: end },
  };
}

/** Cuts a report into the periods of a comparison by UTC day. */
export const splitIntoPeriods = (report: ReportColumns, periods: Periods): Slices => ({
  now: sliceByDays(report, periods.now),
  before: sliceByDays(report, periods.before),
  earlier: periods.earlier.map((days) => sliceByDays(report, days)),
});

/**
 * Cuts a report into the last and the first half of its scans, leaving out the middle one if their number is odd.
 * @param reference the report that the page shows. Its scans decide where every report is cut, since reports by other
 * groupings may lack some of them.
 */
export function splitIntoHalves(report: ReportColumns, reference: ReportColumns = report): Slices {
  const half = Math.floor(reference.scans.length / 2);
  const lastBefore = reference.scans[half - 1]?.moment ?? Number.NEGATIVE_INFINITY;
  const firstNow = reference.scans.at(-half)?.moment ?? Number.POSITIVE_INFINITY;
  const momentOf = (scan: number) => report.scans[scan]?.moment ?? Number.NaN;
  const isNow = (scan: number) => momentOf(scan) >= firstNow && momentOf(scan) > lastBefore;
  return {
    now: sliceOf(report, half === 0 ? [] : indicesOf(report).filter(isNow)),
    before: sliceOf(
      report,
      indicesOf(report).filter((scan) => momentOf(scan) <= lastBefore),
    ),
    earlier: [],
  };
}
