import type { ReportColumns } from './columns.ts';

const hasSameValues = (
  one: Float64Array | Uint8Array | null,
  other: Float64Array | Uint8Array | null,
) =>
  one?.length === other?.length &&
  (one?.every((value, index) => Object.is(value, other?.[index])) ?? true);

/** Reuses an earlier report's columns where they are equal, so that unchanged series do not re-render. */
export function reuseEqualColumns(
  earlier: ReportColumns | undefined,
  { series, ...rest }: ReportColumns,
): ReportColumns {
  return {
    ...rest,
    series: series.map((each, index) => {
      const before = earlier?.series[index];
      return before &&
        hasSameValues(before.values, each.values) &&
        hasSameValues(before.present, each.present)
        ? { ...each, values: before.values, present: before.present }
        : each;
    }),
  };
}
