import { expect, it } from 'vitest';
import { countWithNoun } from './counts.ts';

it('a count is followed by the singular of its noun if it is 1, and by the plural otherwise', () => {
  expect([0, 1, 2, 1_000].map((count) => countWithNoun(count, 'point', 'points', 'en'))).toEqual([
    '0 points',
    '1 point',
    '2 points',
    '1,000 points',
  ]);
});
