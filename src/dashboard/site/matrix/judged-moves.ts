import type { MoveCandidate } from '../../../figures/comparison/find-real-moves.ts';
import { hasSameFigures } from '../../../figures/comparison/move-of-all.ts';
import type { SeriesMove } from '../../../figures/comparison/moves.ts';
import type { KnownVerdict, ShownVerdict } from '../../../figures/comparison/shown-verdict.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import type { CellKey } from './cell-key.ts';

/** The move of a cell or of a total, with its verdict or why there can be none. */
export interface JudgedMove {
  cellKey: CellKey;
  /** What moved: "ChatGPT in Germany", "On ChatGPT", "In Germany". */
  subject: string;
  move: SeriesMove;
  verdict: KnownVerdict;
}

type Moves = ReadonlyMap<string, { move: SeriesMove | null }>;

interface JudgedMatrix {
  platforms: readonly { key: string; label: string }[];
  /** Names of regions by their keys. */
  regions: ReadonlyMap<string, string>;
  /** Moves by region key, one map for each platform. */
  cellMoves: readonly (Moves | 'loading' | 'failed')[];
  /** Moves by platform key. */
  platformTotals: Moves;
  /** Moves by region key. */
  regionTotals: Moves;
  /** The verdict that each cell shows, keyed by its move; it overrides the verdict from the cell's own report. */
  verdicts: ReadonlyMap<SeriesMove, ShownVerdict>;
  /** The moves of cells that repeat a total. */
  repeats: ReadonlySet<SeriesMove>;
}

/** Lists the moves of a matrix's cells and totals, each only once. */
export function listJudgedMoves(matrix: JudgedMatrix): JudgedMove[] {
  const { platforms, regions, cellMoves, platformTotals, regionTotals, verdicts, repeats } = matrix;
  const regionNameOf = (region: string) => isolate(regions.get(region) ?? region);
  const judgedMoves: JudgedMove[] = [];
  const addMove = (
    cellKey: CellKey,
    subject: string,
    move: SeriesMove | null,
    cellVerdict?: ShownVerdict,
  ) => {
    const verdict = cellVerdict ?? move?.verdict;
    if (move && verdict && verdict.kind !== 'pending')
      judgedMoves.push({ cellKey, subject, move, verdict });
  };
  for (const [index, { key: platform, label }] of platforms.entries()) {
    const total = platformTotals.get(platform)?.move ?? null;
    addMove({ platform, region: null }, `On ${isolate(label)}`, total);
    const cells = cellMoves[index] ?? 'loading';
    for (const [region, { move }] of typeof cells === 'string' ? [] : cells) {
      if (move && repeats.has(move)) continue;
      const cellVerdict = move ? verdicts.get(move) : undefined;
      addMove(
        { platform, region },
        `${isolate(label)} in ${regionNameOf(region)}`,
        move,
        cellVerdict,
      );
    }
  }
  // A region that is measured on one platform only, which is measured nowhere else, has that platform's total.
  const ofPlatforms = judgedMoves.filter(
    ({ cellKey, verdict }) => cellKey.region === null && verdict.kind === 'real',
  );
  const isRepeated = (total: SeriesMove) =>
    ofPlatforms.some(({ move }) => hasSameFigures(move, total) && move.test?.p === total.test?.p);
  for (const [region, { move }] of regionTotals) {
    if (move && isRepeated(move)) continue;
    addMove({ platform: null, region }, `In ${regionNameOf(region)}`, move);
  }
  return judgedMoves;
}

/**
 * Lists the moves of cells, to be named beside those of brands, platforms, regions and prompts.
 * @param brand the name of the brand that the matrix is about
 */
export const listCellMoves = (judgedMoves: readonly JudgedMove[], brand: string): MoveCandidate[] =>
  judgedMoves.flatMap(({ cellKey: { platform, region }, subject, move, verdict }) =>
    platform === null || region === null
      ? []
      : [{ groupBy: null, label: subject, brand, move, verdict }],
  );
