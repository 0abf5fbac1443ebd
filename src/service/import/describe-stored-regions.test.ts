import { expect, it } from 'vitest';
import { describeStoredRegions } from './describe-stored-regions.ts';

it.each([
  [0, 0, []],
  [1, 0, ['1 answer named the region UK, which is stored as GB.']],
  [3, 0, ['3 answers named the region UK, which is stored as GB.']],
  [0, 1, ['1 answer named a blank area, which is left out of the region.']],
  [
    1_000,
    2,
    [
      '1,000 answers named the region UK, which is stored as GB.',
      '2 answers named a blank area, which is left out of the region.',
    ],
  ],
])(
  'the regions of %i answers in UK and %i with a blank area are described as %j',
  (uk, blank, sentences) => {
    expect(describeStoredRegions({ ukAnswers: uk, blankAreaAnswers: blank })).toEqual(sentences);
  },
);
