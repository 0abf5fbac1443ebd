import { describe, expect, it } from 'vitest';
import { criticalT, twoSidedP } from './student-t.ts';

/**
 * Degrees of freedom, two-sided p and critical value, from the NIST/SEMATECH e-Handbook of Statistical Methods, table
 * 1.3.6.7.2, which lists them by one-sided p (0.025 and 0.01).
 */
const published = [
  [1, 0.05, 12.706],
  [2, 0.05, 4.303],
  [5, 0.05, 2.571],
  [10, 0.05, 2.228],
  [30, 0.05, 2.042],
  [100, 0.05, 1.984],
  [1, 0.02, 31.821],
  [5, 0.02, 3.365],
  [20, 0.02, 2.528],
  [60, 0.02, 2.39],
] as const;

describe('Student’s t', () => {
  it.each(published)(
    'with %d degrees of freedom and p %d has the critical value %d',
    (df, p, t) => {
      expect(criticalT(p, df)).toBeCloseTo(t, 3);
      expect(twoSidedP(t, df)).toBeCloseTo(p, 4);
    },
  );

  it('matches its closed form with one or two degrees of freedom', () => {
    for (const t of [0, 0.1, 0.9, 1, 2.5, 40, 1e6]) {
      expect(twoSidedP(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12);
      expect(twoSidedP(t, 2)).toBeCloseTo(1 - t / Math.sqrt(t * t + 2), 12);
      expect(twoSidedP(-t, 2)).toBe(twoSidedP(t, 2));
    }
  });

  it('has smaller critical values for more degrees of freedom, even fractional ones', () => {
    const values = [2, 2.4, 2.8, 3].map((degrees) => criticalT(0.02, degrees));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(new Set(values).size).toBe(values.length);
  });
});
