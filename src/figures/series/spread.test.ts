import { describe, expect, it } from 'vitest';
import { areLevel, spreadOf } from './spread.ts';

const wording = { zone: 'UTC', locale: 'en-GB', unit: '%', decimals: 1 };
const named = (values: Record<string, number>) =>
  Object.entries(values).map(([label, value]) => ({ label, value }));
const namesOf = (values: Record<string, number>) => {
  const spread = spreadOf(named(values), wording);
  return spread && [spread.highest.label, spread.lowest.label];
};

describe('the highest and the lowest value', () => {
  it('have the names of those that share them', () => {
    expect(namesOf({ A: 30, B: 10, C: 20 })).toEqual(['A', 'B']);
    expect(namesOf({ A: 30, B: 10, C: 30, D: 30, E: 10 })).toEqual([
      'A and 2 more',
      'B and 1 more',
    ]);
  });

  it('are missing if all values look the same on the page, and for a single value', () => {
    expect(namesOf({ A: 24, B: 24 })).toBeNull();
    expect(namesOf({ A: 24.01, B: 24.04 })).toBeNull();
    expect(namesOf({ A: 24 })).toBeNull();
  });
});

it('values are level only if there are several and they look the same', () => {
  expect(areLevel([24.01, 24.04], wording)).toBe(true);
  expect(areLevel([24, 24.1], wording)).toBe(false);
  expect(areLevel([24], wording)).toBe(false);
});
