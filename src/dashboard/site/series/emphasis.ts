import type { Verdict } from '../../verdicts/verdicts.ts';
import type { SeriesSummary } from './series-summary.ts';

/** The maximum number of lines in colour, so that each can be followed. */
const maxColoured = 4;

/** The size of a real move; 0 for every other verdict. */
const sizeOfMove = (verdict: Verdict | undefined): number =>
  verdict?.kind === 'real' ? Math.abs(verdict.change) : 0;

/**
 * Selects the series that a chart draws in colour, at most four: the tracked one, those the user added, the largest
 * real moves, and then the highest latest values. The others are grey until their labels are hovered or focused.
 * @param addedIds IDs of series that the user added
 * @param moves by series ID; undefined where nothing is compared
 * @returns series IDs
 */
export function selectColouredSeries(
  drawn: readonly SeriesSummary[],
  addedIds: readonly string[],
  moves: ReadonlyMap<string, { verdict: Verdict }> | undefined,
): ReadonlySet<string> {
  const rankOf = ({ rank }: SeriesSummary) => rank ?? Number.MAX_VALUE;
  const moveOf = ({ series }: SeriesSummary) => sizeOfMove(moves?.get(series.id)?.verdict);
  const isAdded = ({ series }: SeriesSummary) => addedIds.includes(series.id);
  const orderedSeries = drawn.toSorted(
    (a, b) =>
      Number(b.isTracked) - Number(a.isTracked) ||
      Number(isAdded(b)) - Number(isAdded(a)) ||
      moveOf(b) - moveOf(a) ||
      rankOf(a) - rankOf(b),
  );
  return new Set(orderedSeries.slice(0, maxColoured).map(({ series }) => series.id));
}
