import { expect, it } from 'vitest';
import { describeEnd, describeProgress } from './scan.ts';

it.each([
  ['completed', null, ['The scan completed.']],
  ['failed', 'Too few.', ['The scan failed.', 'Too few.']],
  ['skipped', 'Another one ran.', ['The scan was skipped.', 'Another one ran.']],
] as const)('a scan that has ended as %s says so, and why', (state, remark, lines) => {
  expect(describeEnd({ state, remark })).toEqual(lines);
});

it('the progress of a scan has its answers, its cost, the time left and what failed', () => {
  const progress = { state: 'running', questions: 1_480, answered: 312, failed: 2 } as const;
  const more = { costUsd: 1.84, remainingMs: 200_000, remark: null };
  expect(describeProgress({ ...progress, ...more })).toBe(
    '312 of 1,480 answers, $1.84, about 4 min left, 2 failed',
  );
});
