import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../tests/faults/random.ts';
import { findSteps } from './steps.ts';

/** Simulates how many prompts of each scan have an answer if a share of all answers is lost at random. */
const simulatePromptCounts = (
  sentCounts: readonly number[],
  loss: number,
  random: () => number,
): number[] =>
  sentCounts.map(
    (prompts) => Array.from({ length: prompts }, random).filter((draw) => draw >= loss).length,
  );
const repeat = (prompts: number, scans: number): number[] =>
  Array.from({ length: scans }, () => prompts);
const seeds = Array.from({ length: 20 }, (_, seed) => seed);

describe('a constant number of prompts', () => {
  const losses = [0.01, 0.05, 0.2];
  const cases = losses.flatMap((loss) => [5, 16, 60, 500].map((prompts) => ({ loss, prompts })));
  it.each(cases)(
    'has no step: $prompts prompts, with $loss of the answers lost',
    ({ loss, prompts }) => {
      for (const seed of seeds) {
        const counts = simulatePromptCounts(repeat(prompts, 60), loss, createRandom(seed));
        expect(findSteps(counts), `seed ${seed}`).toEqual([]);
      }
    },
  );

  it.each([
    ['a single dip', [60, 60, 60, 12, 60, 60, 60]],
    ['two low scans', [60, 60, 60, 12, 14, 60, 60, 60]],
    ['two high scans', [60, 60, 60, 80, 80, 60, 60, 60]],
    ['a low first scan', [12, 60, 60, 60, 60]],
    ['two low first scans', [12, 12, 60, 60, 60, 60]],
    ['two low last scans', [60, 60, 60, 60, 12, 12]],
    ['several dips', [60, 30, 60, 60, 20, 60, 60, 10, 60, 60]],
    ['alternating counts', [60, 58, 60, 58, 60, 58, 60, 58]],
  ])('has no step despite %s', (_, counts) => {
    expect(findSteps(counts)).toEqual([]);
  });
});

describe('a true step', () => {
  const steps = [
    [60, 80],
    [80, 60],
    [16, 12],
    [5, 8],
  ] as const;
  it.each(steps)('from %i to %i is found at its position', (before, after) => {
    for (const scans of [
      [3, 3],
      [30, 3],
      [3, 30],
      [20, 40],
    ] as const) {
      const counts = [...repeat(before, scans[0]), ...repeat(after, scans[1])];
      expect(findSteps(counts)).toEqual([{ at: scans[0], difference: after - before }]);
    }
  });

  it.each(steps)(
    'from %i to %i is found even if one answer in a hundred is lost',
    (before, after) => {
      for (const seed of seeds) {
        const sentCounts = [...repeat(before, 30), ...repeat(after, 30)];
        const counts = simulatePromptCounts(sentCounts, 0.01, createRandom(seed));
        const expected = [{ at: 30, difference: after - before }];
        expect(findSteps(counts), `seed ${seed}`).toEqual(expected);
      }
    },
  );

  it('is found at both ends of a level, despite single and double dips', () => {
    const counts = [
      ...repeat(60, 20),
      ...repeat(80, 10),
      ...repeat(20, 1),
      ...repeat(80, 20),
      ...repeat(60, 9),
      ...repeat(30, 2),
      ...repeat(60, 20),
    ];
    expect(findSteps(counts)).toEqual([
      { at: 20, difference: 20 },
      { at: 51, difference: -20 },
    ]);
  });
});
