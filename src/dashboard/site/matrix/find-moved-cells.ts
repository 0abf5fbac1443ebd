import type { Verdict } from '../../verdicts/verdicts.ts';
import { findLargestMoves, type LargestMoves } from '../comparison/find-largest-moves.ts';
import type { SeriesMove } from '../comparison/moves.ts';
import { isVerdict, type ShownVerdict } from '../comparison/shown-verdict.ts';
import type { CellKey } from './place.ts';

/** A real move of a cell or of a total. */
export interface MovedCell {
  place: CellKey;
  /** "ChatGPT in Germany", "On ChatGPT", "In Germany". */
  subject: string;
  change: number;
}

interface Candidate extends Omit<MovedCell, 'change'> {
  move: SeriesMove;
  verdict: Verdict;
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
}

/** The largest real moves of a matrix, cells and totals, at most five. */
export function findMovedCells(matrix: JudgedMatrix): LargestMoves<MovedCell> {
  const { platforms, regions, cellMoves, platformTotals, regionTotals, verdicts } = matrix;
  const nameOf = (region: string) => regions.get(region) ?? region;
  const candidates: Candidate[] = [];
  const addCandidate = (
    place: CellKey,
    subject: string,
    move: SeriesMove | null,
    shown?: ShownVerdict,
  ) => {
    const verdict = shown ?? move?.verdict;
    if (move && verdict && isVerdict(verdict)) candidates.push({ place, subject, move, verdict });
  };
  for (const [index, { key: platform, label }] of platforms.entries()) {
    const total = platformTotals.get(platform)?.move ?? null;
    addCandidate({ platform, region: null }, `On ${label}`, total);
    const cells = cellMoves[index] ?? 'loading';
    for (const [region, { move }] of typeof cells === 'string' ? [] : cells) {
      const shown = move ? verdicts.get(move) : undefined;
      addCandidate({ platform, region }, `${label} in ${nameOf(region)}`, move, shown);
    }
  }
  for (const [region, { move }] of regionTotals) {
    addCandidate({ platform: null, region }, `In ${nameOf(region)}`, move);
  }
  return findLargestMoves(candidates);
}
