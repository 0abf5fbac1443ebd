import type { SeriesSummary } from '../../../figures/series/series-summary.ts';
import type { Verdict } from '../../../figures/verdicts/verdicts.ts';

/** The maximum number of lines besides the tracked one that stand out, so that each can be followed. */
const maxEmphasized = 4;

/** The size of a real move; 0 for every other verdict. */
const sizeOfMove = (verdict: Verdict | undefined): number =>
  verdict?.kind === 'real' ? Math.abs(verdict.change) : 0;

/**
 * Selects the series that a chart emphasizes: the tracked one, and at most four others: those the user added, the
 * largest real moves, and then the highest latest values. The rest are thin and pale until their labels are hovered or
 * focused.
 * @param addedIds IDs of series that the user added
 * @param moves by series ID; undefined where nothing is compared
 * @returns series IDs
 */
export function selectEmphasized(
  drawn: readonly SeriesSummary[],
  addedIds: readonly string[],
  moves: ReadonlyMap<string, { verdict: Verdict }> | undefined,
): ReadonlySet<string> {
  const rankOf = ({ rank }: SeriesSummary) => rank ?? Number.MAX_VALUE;
  const moveOf = ({ series }: SeriesSummary) => sizeOfMove(moves?.get(series.id)?.verdict);
  const isAdded = ({ series }: SeriesSummary) => addedIds.includes(series.id);
  const tracked = drawn.filter(({ isTracked }) => isTracked);
  const others = drawn.filter(({ isTracked }) => !isTracked);
  const orderedOthers = others.toSorted(
    (a, b) =>
      Number(isAdded(b)) - Number(isAdded(a)) || moveOf(b) - moveOf(a) || rankOf(a) - rankOf(b),
  );
  const emphasized = [...tracked, ...orderedOthers.slice(0, maxEmphasized)];
  return new Set(emphasized.map(({ series }) => series.id));
}
