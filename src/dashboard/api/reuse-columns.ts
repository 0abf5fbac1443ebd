import type { ReportColumns } from './columns.ts';

const hasSameValues = (
  one: Float64Array | Uint8Array | null,
  other: Float64Array | Uint8Array | null,
) =>
  one?.length === other?.length &&
  (one?.every((value, index) => Object.is(value, other?.[index])) ?? true);

/** Reuses the equal columns of an earlier report, so that unchanged series do not re-render. */
export function reuseEqualColumns(
  earlier: ReportColumns | undefined,
  report: ReportColumns,
): ReportColumns {
  return {
    ...report,
    series: report.series.map((column, index) => {
      const before = earlier?.series[index];
      return before &&
        hasSameValues(before.values, column.values) &&
        hasSameValues(before.present, column.present)
        ? { ...column, values: before.values, present: before.present }
        : column;
    }),
  };
}
