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

it('the progress of a scan says since when nothing can be stored', () => {
  const progress = { state: 'running', questions: 2, answered: 1, failed: 0, costUsd: 0 } as const;
  const notStoredSince = '2026-11-02T10:00:00.000Z';
  expect(describeProgress({ ...progress, remainingMs: null, remark: null, notStoredSince })).toBe(
    '1 of 2 answers, $0.00, nothing stored since 2026-11-02T10:00:00.000Z',
  );
});

it.each([
  ['running', '1 of 2 answers, $0.00, waiting for Claude API'],
  ['queued', 'Not started, waiting for Claude API'],
] as const)('a scan that is %s names the platforms that it waits for', (state, words) => {
  const waits = { state, questions: 2, answered: 1, failed: 0, costUsd: 0, remainingMs: null };
  expect(describeProgress({ ...waits, remark: null, waitingFor: ['Claude API'] })).toBe(words);
});
