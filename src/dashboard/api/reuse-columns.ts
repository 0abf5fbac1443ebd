import type { ReportColumns } from './columns.ts';

const hasSameValues = (
  one: Float64Array | Uint8Array | null,
  other: Float64Array | Uint8Array | null,
) =>
  one?.length === other?.length &&
  (one?.every((value, index) => Object.is(value, other?.[index])) ?? true);

/**
 * Reuses the arrays of equal columns at the same positions in an earlier report, so that structural sharing keeps those
 * columns and their series do not re-render.
 */
export function reuseEqualColumns(
  earlier: ReportColumns | undefined,
  report: ReportColumns,
): ReportColumns {
  return {
    ...report,
    series: report.series.map((column, index) => {
      const earlierColumn = earlier?.series[index];
      return earlierColumn &&
        hasSameValues(earlierColumn.values, column.values) &&
        hasSameValues(earlierColumn.present, column.present)
        ? { ...column, values: earlierColumn.values, present: earlierColumn.present }
        : column;
    }),
  };
}
