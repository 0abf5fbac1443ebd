import { judge, type Verdict } from '../../verdicts/verdicts.ts';
import { movesUnknownText, nothingMovedText, tooFewScansText } from './moved-words.ts';
import type { SeriesMove } from './moves.ts';

/** The maximum number of moves to name. */
const maxMoves = 5;

/** The largest real moves. */
export interface LargestMoves<M> {
  moves: readonly M[];
  /** The text to show if there are none. */
  emptyText: string;
}

function emptyTextOf(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return movesUnknownText;
  return verdicts.every(({ kind }) => kind === 'tooFew') ? tooFewScansText : nothingMovedText;
}

/** Finds the largest moves that are real both by their verdict and when all candidates are judged together. */
export function findLargestMoves<C extends { move: SeriesMove; verdict: Verdict }>(
  candidates: readonly C[],
): LargestMoves<C & { change: number }> {
  const jointVerdicts = judge(candidates.map(({ move }) => move));
  const moves = candidates
    .flatMap((candidate, index) => {
      const { verdict } = candidate;
      return verdict.kind === 'real' && jointVerdicts[index]?.kind === 'real'
        ? [{ ...candidate, change: verdict.change }]
        : [];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, maxMoves);
  const emptyText = emptyTextOf(candidates.map(({ verdict }) => verdict));
  return { moves, emptyText };
}
