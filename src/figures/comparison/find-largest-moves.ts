import {
  describeNoMoves,
  type Judged,
  movesUnknownText,
  noFiguresText,
  tooFewScansText,
} from './moved-words.ts';
import type { KnownVerdict } from './shown-verdict.ts';

/** The maximum number of moves to name. */
const maxMoves = 5;

/** What is known of a real move from its verdict. */
export type Moved = Omit<Extract<KnownVerdict, { kind: 'real' }>, 'kind' | 'remark'>;

/** The largest real moves. */
export interface LargestMoves<M> {
  moves: readonly M[];
  judged: Judged;
  /** The text to show if there are none. */
  emptyText: string;
}

const isJudged = ({ kind }: KnownVerdict): boolean => kind !== 'tooFew' && kind !== 'changed';

function judgedAmong(verdicts: readonly KnownVerdict[]): Judged {
  if (!verdicts.some(isJudged)) return 'none';
  return verdicts.every(isJudged) ? 'all' : 'some';
}

function emptyTextOf(verdicts: readonly KnownVerdict[], nothing: string): string {
  const judged = judgedAmong(verdicts);
  if (judged !== 'none') return describeNoMoves(nothing, judged);
  if (verdicts.length === 0) return noFiguresText;
  return verdicts.some(({ kind }) => kind === 'tooFew') ? tooFewScansText : movesUnknownText;
}

/**
 * Finds the largest real moves, each with the verdict that it has where it is shown.
 * @param candidates everything that is compared, judged or not
 * @param nothing the subject of the text to show if none of the candidates really moved
 */
export function findLargestMoves<C extends { verdict: KnownVerdict }>(
  candidates: readonly C[],
  nothing = 'Nothing',
): LargestMoves<C & Moved> {
  const moves = candidates
    .flatMap((candidate) => {
      const { verdict } = candidate;
      if (verdict.kind !== 'real') return [];
      const { change, means } = verdict;
      return [{ ...candidate, change, ...(means && { means }) }];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, maxMoves);
  const verdicts = candidates.map(({ verdict }) => verdict);
  return { moves, judged: judgedAmong(verdicts), emptyText: emptyTextOf(verdicts, nothing) };
}
