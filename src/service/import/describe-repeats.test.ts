import { expect, it } from 'vitest';
import { describeRepeats } from './describe-repeats.ts';

it.each([
  [0, [], null],
  [
    1,
    [{ line: 9, earlierLine: 2 }],
    '1 record replaced an earlier one with the same ID in the file: line 9 for line 2.',
  ],
  [
    1_002,
    [
      { line: 9, earlierLine: 2 },
      { line: 10, earlierLine: 9 },
    ],
    '1,002 records replaced an earlier one with the same ID in the file: line 9 for line 2, line 10 for line 9, and 1,000 more.',
  ],
])('describes %i repeats, with the first ones %j, as %j', (repeatCount, repeats, sentence) => {
  expect(describeRepeats({ repeatCount, repeats })).toBe(sentence);
});
