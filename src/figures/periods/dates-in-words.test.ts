import { describe, expect, it } from 'vitest';
import { datesInWords } from './dates-in-words.ts';

const anyDates = { range: null, startDate: null, endDate: null };

describe('dates in words', () => {
  it.each([
    [{}, 'All dates'],
    [{ range: '30d' }, 'Last 30 days'],
    [{ range: 'year' }, 'This year'],
    [{ startDate: '2026-10-01', endDate: '2026-11-03' }, '1 Oct – 3 Nov 2026'],
    [{ startDate: '2026-10-01', endDate: '2026-10-01' }, '1 Oct 2026'],
    [{ startDate: '2026-10-01' }, 'From 1 Oct 2026'],
    [{ endDate: '2026-11-03' }, 'Until 3 Nov 2026'],
  ] as const)('%o are "%s"', (raw, words) => {
    expect(datesInWords({ ...anyDates, ...raw }, 'en-GB').replaceAll('\u2009', ' ')).toBe(words);
  });
});
