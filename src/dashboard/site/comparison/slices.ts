import type { ReportColumns } from '../../api/columns.ts';
import type { Days, Periods } from '../question/periods.ts';

/** A report cut into the periods of a comparison; every slice has the same series in the same order. */
export interface Slices {
  now: ReportColumns;
  before: ReportColumns;
  /** The nearest first. */
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

/** The part of a report with the scans of some UTC days. */
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

/** A report cut by days. */
export const slicesByDays = (report: ReportColumns, periods: Periods): Slices => ({
  now: sliceByDays(report, periods.now),
  before: sliceByDays(report, periods.before),
  earlier: periods.earlier.map((days) => sliceByDays(report, days)),
});

/**
 * The last half of a report's scans against the first, of an odd number without the middle one.
 */
export function halves(report: ReportColumns): Slices {
  const all = indices(report);
  const half = Math.floor(all.length / 2);
  return {
    now: sliceOf(report, all.slice(all.length - half)),
    before: sliceOf(report, all.slice(0, half)),
    earlier: [],
  };
}
