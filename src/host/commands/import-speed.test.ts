import { expect, it } from 'vitest';
import { describeSpeed } from './import.ts';

it.each([
  [2_400, 2, ' (1,200 answers a second)'],
  [8, 0.9, ''],
  [0, 5, ''],
])(
  'the summary of an import gives the rate of %i answers in %d seconds as “%s”',
  (answers, seconds, expected) => {
    expect(describeSpeed(answers, seconds)).toBe(expected);
  },
);
