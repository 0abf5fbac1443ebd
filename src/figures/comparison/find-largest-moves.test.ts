import { describe, expect, it } from 'vitest';
import { findLargestMoves } from './find-largest-moves.ts';
import type { KnownVerdict } from './shown-verdict.ts';

const scatter = { kind: 'scatter', within: 2 } as const;
const tooFew = { kind: 'tooFew', scans: 2, needed: 5 } as const;
const changed: KnownVerdict = {
  kind: 'changed',
  since: '2026-02-12',
  until: '2026-02-28',
  namedChange: 'Perplexity removed',
  sameDayCount: 6,
  earlierCount: 0,
};
const describeMoves = (...verdicts: KnownVerdict[]) =>
  findLargestMoves(verdicts.map((verdict) => ({ verdict }))).emptyText;

describe('what is said of moves', () => {
  it('is that nothing moved only if everything was judged', () => {
    const nothingMoved = 'Nothing moved by more than the usual scatter.';
    expect(describeMoves(scatter, { kind: 'unchanged' })).toBe(nothingMoved);
    const nothingComparable = 'Nothing that can be compared moved by more than the usual scatter.';
    expect(describeMoves(scatter, changed)).toBe(nothingComparable);
    expect(describeMoves(scatter, tooFew)).toBe(nothingComparable);
  });

  it('is why nothing was judged if nothing was', () => {
    expect(describeMoves(changed, changed)).toMatch(/^The periods were measured differently/);
    expect(describeMoves(tooFew, changed)).toBe('There are too few scans to tell what moved.');
    expect(describeMoves()).toBe('There are no figures to compare.');
  });
});
