import { describe, expect, it } from 'vitest';
import { slopeOf } from './slope.ts';

const noEvidence = Number.NaN;
const sameTime = Date.UTC(2026, 10, 24);

describe('the slope of values', () => {
  it.each([
    ['that rise', [10, 12, 14], 2],
    ['that fall', [14, 12, 10], -2],
    ['that scatter', [1, 3, 2, 4], 0.8],
    ['that stay the same', [50.1, 50.1, 50.1, 50.1, 50.1], 0],
  ])('%s is that of the best-fitting line', (_, values, slope) => {
    expect(slopeOf(values, [...values.keys()])).toBeCloseTo(slope, 12);
  });

  it('is exactly 0 for equal values, even at times long after the epoch', () => {
    const days = [0, 1, 2.5, 6].map((day) => 1_790_000_000_000 + day * 86_400_000);
    expect(slopeOf([50.1, 50.1, 50.1, 50.1], days)).toBe(0);
  });

  it('depends on the times of the values, not on their positions', () => {
    expect(slopeOf([0, 10, 20], [0, 5, 10])).toBeCloseTo(2, 12);
    expect(slopeOf([0, 10, 10], [0, 1, 10])).toBeCloseTo(0.6, 1);
  });

  it('ignores scans without evidence', () => {
    const values = [noEvidence, 10, noEvidence, 16, noEvidence];
    expect(slopeOf(values, [0, 1, 2, 3, 4])).toBe(3);
  });

  it.each([
    ['no values', [], []],
    ['no evidence', [noEvidence, noEvidence], [1, 2]],
    ['one value', [5, noEvidence], [1, 2]],
    ['two values at the same time', [5, 6], [1, 1]],
    [
      'values at the same time long after the epoch',
      [5, 6, 7, 8, 9, 10, 11],
      Array(7).fill(sameTime),
    ],
    ['values too large to subtract', [-1.7e308, 1.7e308], [1, 2]],
  ])('is null for %s', (_, values, times) => {
    expect(slopeOf(values, times)).toBeNull();
  });
});
