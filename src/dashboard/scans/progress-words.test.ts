import { describe, expect, it } from 'vitest';
import type { ScanRun } from '../../contract/sightline/scans.ts';
import { money, price } from './money.ts';
import { describeProgress, describeRemaining, percentDone } from './progress-words.ts';

const scan: ScanRun = {
  id: '10000000-0000-4000-8000-000000000001',
  state: 'running',
  scheduled: false,
  dueAt: null,
  requestedBy: 'Own key',
  createdAt: '2026-01-31T08:00:00.000Z',
  startedAt: '2026-01-31T08:00:01.000Z',
  endedAt: null,
  durationMs: null,
  questions: 480,
  answered: 312,
  failed: 2,
  costUsd: 1.84,
  estimateUsd: 3.1,
  remainingMs: 240_000,
  cancelling: false,
  notStoredSince: null,
  canRetry: false,
  remark: null,
  platforms: [
    {
      platform: 'claude_api',
      model: 'claude',
      questions: 240,
      answered: 150,
      failed: 2,
      interrupted: 0,
      costUsd: 1,
      reasons: [],
      incompleteRegions: [],
      waiting: null,
      inFlight: 0,
      inFlightMs: null,
    },
    {
      platform: 'chatgpt_api',
      model: 'gpt',
      questions: 240,
      answered: 162,
      failed: 0,
      interrupted: 0,
      costUsd: 0.84,
      reasons: [],
      incompleteRegions: [],
      waiting: null,
      inFlight: 0,
      inFlightMs: null,
    },
  ],
};

describe('the progress of a scan', () => {
  it('names answers, cost, the remaining time, and where questions failed', () => {
    expect(describeProgress(scan)).toBe(
      '312 of 480 answers, $1.84 of $3.10, about 4 minutes left; Claude API: 2 failed',
    );
  });

  it('leaves out the cost of invented answers, and a remaining time that is unknown', () => {
    const invented = { ...scan, costUsd: 0, estimateUsd: 0, remainingMs: null, platforms: [] };
    expect(describeProgress(invented)).toBe('312 of 480 answers');
  });

  it('counts failed questions as done, and is 0 for a scan without questions', () => {
    expect(percentDone({ questions: 480, answered: 312, failed: 2 })).toBe(65);
    expect(percentDone({ questions: 480, answered: 478, failed: 1 })).toBe(99);
    expect(percentDone({ questions: 0, answered: 0, failed: 0 })).toBe(0);
  });

  it.each([
    [20_000, 'less than a minute left'],
    [60_000, 'about 1 minute left'],
    [89 * 60_000, 'about 89 minutes left'],
    [120 * 60_000, 'about 2 hours left'],
  ])('has %i ms as “%s”', (milliseconds, words) => {
    expect(describeRemaining(milliseconds)).toBe(words);
  });
});

describe('amounts', () => {
  it.each([
    [3.1, '$3.10'],
    [1240, '$1,240.00'],
    [0, '$0.00'],
    [0.004, 'less than $0.01'],
  ])('of %d US dollars are written %s', (usd, text) => {
    expect(money(usd)).toBe(text);
  });

  it('have up to four decimals in prices of questions', () => {
    expect(price(0.0124)).toBe('$0.0124');
    expect(price(0.2)).toBe('$0.20');
  });
});
