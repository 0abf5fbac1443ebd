import type { Verdict } from '../../verdicts/verdicts.ts';
import type { SeriesMove } from '../comparison/moves.ts';
import { largestReal } from '../comparison/what-moved.ts';
import type { Place } from './place.ts';

/** A real move of a cell or of a total. */
export interface MovedCell {
  place: Place;
  /** "ChatGPT in Germany", "On ChatGPT", "In Germany". */
  subject: string;
  change: number;
}

type Moves = ReadonlyMap<string, { move: SeriesMove | null }>;

interface JudgedMatrix {
  platforms: readonly { key: string; label: string }[];
  /** Names of regions by their keys. */
  regions: ReadonlyMap<string, string>;
  /** Moves by the key of a region, one map for each platform. */
  inner: readonly (Moves | 'loading' | 'failed')[];
  /** By the key of a platform. */
  platformTotals: Moves;
  /** By the key of a region. */
  regionTotals: Moves;
  /** The verdicts that the cells show, in place of those of their own reports. */
  verdicts: ReadonlyMap<SeriesMove, Verdict | null>;
}

/** The largest real moves of a matrix, cells and totals, at most five. */
export function movedCells(matrix: JudgedMatrix): MovedCell[] {
  const { platforms, regions, inner, platformTotals, regionTotals, verdicts } = matrix;
  const nameOf = (region: string) => regions.get(region) ?? region;
  const candidates: (Omit<MovedCell, 'change'> & { move: SeriesMove })[] = [];
  for (const [index, { key: platform, label }] of platforms.entries()) {
    const total = platformTotals.get(platform)?.move;
    if (total) {
      candidates.push({ place: { platform, region: null }, subject: `On ${label}`, move: total });
    }
    const cells = inner[index] ?? 'loading';
    for (const [region, { move }] of typeof cells === 'string' ? [] : cells) {
      const verdict = move && verdicts.get(move);
      if (!verdict) continue;
      const subject = `${label} in ${nameOf(region)}`;
      candidates.push({ place: { platform, region }, subject, move: { ...move, verdict } });
    }
  }
  for (const [region, { move }] of regionTotals) {
    if (!move) continue;
    const subject = `In ${nameOf(region)}`;
    candidates.push({ place: { platform: null, region }, subject, move });
  }
  return largestReal(candidates).map(({ place, subject, change }) => ({ place, subject, change }));
}
