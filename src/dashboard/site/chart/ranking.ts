import type { PeriodComparison } from '../../../figures/comparison/compare-report.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import type { DrawnSeries } from '../series/drawn.ts';

/** The move of each series, by series ID; undefined where nothing is compared. */
export type Moves = PeriodComparison['moves'] | undefined;

/** The figure that ranks a series: in a comparison, the mean of the later period; otherwise, the latest value. */
export const figureOf = ({ summary }: DrawnSeries, moves: Moves): number | null =>
  moves ? (moves.get(summary.series.id)?.now ?? null) : summary.latest;

/** Sorts the tracked series first, the others from the best figure to the worst, and those without a figure last. */
export function rankSeries(
  series: readonly DrawnSeries[],
  moves: Moves,
  { isLowerBetter = false }: Wording,
): DrawnSeries[] {
  const sign = isLowerBetter ? -1 : 1;
  const sortValueOf = (drawn: DrawnSeries) => {
    const figure = figureOf(drawn, moves);
    return figure === null ? Number.NEGATIVE_INFINITY : sign * figure;
  };
  const compareDescending = (a: number, b: number) => (a === b ? 0 : b - a);
  return series.toSorted(
    (a, b) =>
      Number(b.summary.isTracked) - Number(a.summary.isTracked) ||
      compareDescending(sortValueOf(a), sortValueOf(b)),
  );
}
