import type { Verdict } from '../../verdicts/verdicts.ts';
import { movesUnknownText, nothingMovedText, tooFewScansText } from './moved-words.ts';

/** The maximum number of moves to name. */
const maxMoves = 5;

/** The largest real moves. */
export interface LargestMoves<M> {
  moves: readonly M[];
  /** The text to show if there are none. */
  emptyText: string;
}

function emptyTextOf(verdicts: readonly Verdict[], nothingMoved: string): string {
  if (verdicts.length === 0) return movesUnknownText;
  return verdicts.every(({ kind }) => kind === 'tooFew') ? tooFewScansText : nothingMoved;
}

/**
 * Finds the largest real moves, each with the verdict that it has where it is shown.
 * @param nothingMoved the text to show if none of the candidates really moved
 */
export function findLargestMoves<C extends { verdict: Verdict }>(
  candidates: readonly C[],
  nothingMoved: string = nothingMovedText,
): LargestMoves<C & { change: number }> {
  const moves = candidates
    .flatMap((candidate) => {
      const { verdict } = candidate;
      return verdict.kind === 'real' ? [{ ...candidate, change: verdict.change }] : [];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, maxMoves);
  const emptyText = emptyTextOf(
    candidates.map(({ verdict }) => verdict),
    nothingMoved,
  );
  return { moves, emptyText };
}
