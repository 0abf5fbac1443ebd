import { describe, expect, it } from 'vitest';
import { addDays } from './days.ts';
import { type CompareMode, type Days, dayCountOf, periodsOf, spanOf } from './periods.ts';

const october = { start: '2026-10-01', end: '2026-10-31' };
const noCustomDays: Parameters<typeof periodsOf>[2] = { compareStart: null, compareEnd: null };
const periodsFor = (now: Days, compare: CompareMode, custom = noCustomDays) =>
  periodsOf(now, compare, custom);

describe('the periods of a comparison', () => {
  it('are the days in view, the days before them and four earlier periods of the same length', () => {
    const periods = periodsFor({ start: '2026-11-16', end: '2026-11-22' }, 'previous');
    expect(periods).toEqual({
      now: { start: '2026-11-16', end: '2026-11-22' },
      before: { start: '2026-11-09', end: '2026-11-15' },
      earlier: [
        { start: '2026-11-02', end: '2026-11-08' },
        { start: '2026-10-26', end: '2026-11-01' },
        { start: '2026-10-19', end: '2026-10-25' },
        { start: '2026-10-12', end: '2026-10-18' },
      ],
    });
    expect(periods && spanOf(periods)).toEqual({ start: '2026-10-12', end: '2026-11-22' });
  });

  it.each([
    [
      'a month',
      1,
      '2027-03-01',
      ['2027-02-01', '2027-01-01', '2026-12-01', '2026-11-01', '2026-10-01'],
    ],
    [
      'a quarter',
      3,
      '2027-01-01',
      ['2026-10-01', '2026-07-01', '2026-04-01', '2026-01-01', '2025-10-01'],
    ],
  ] as const)('are whole calendar months without gaps for %s', (_, months, start, starts) => {
    const periods = periodsOf({ start, end: '2027-03-31' }, 'previous', noCustomDays, months);
    const preceding = periods && [periods.before, ...periods.earlier];
    expect(preceding?.map((days) => days.start)).toEqual(starts);
    expect(preceding?.map(({ end }) => addDays(end, 1))).toEqual([start, ...starts.slice(0, -1)]);
    const chosen = {
      compareStart: periods?.before.start ?? null,
      compareEnd: periods?.before.end ?? null,
    };
    expect(periodsOf({ start, end: '2027-03-31' }, 'custom', chosen)).toEqual(periods);
  });

  it('include the same days a year earlier, with 28 February for 29 February', () => {
    expect(periodsFor(october, 'year')?.before).toEqual({ start: '2025-10-01', end: '2025-10-31' });
    const february = { start: '2028-02-01', end: '2028-02-29' };
    expect(periodsFor(february, 'year')?.before).toEqual({
      start: '2027-02-01',
      end: '2027-02-28',
    });
  });

  it('can include days chosen by hand', () => {
    const custom = { compareStart: '2026-03-01', compareEnd: '2026-03-10' };
    expect(periodsFor(october, 'custom', custom)).toMatchObject({
      before: { start: '2026-03-01', end: '2026-03-10' },
      earlier: [{ end: '2026-02-28' }, {}, {}, {}],
    });
  });

  it('leave out compared days that are in view or later', () => {
    const custom = { compareStart: '2026-09-20', compareEnd: '2026-10-20' };
    expect(periodsFor(october, 'custom', custom)?.before.end).toBe('2026-09-30');
    const long = { start: '2024-06-01', end: '2026-05-31' };
    expect(periodsFor(long, 'year')?.before).toEqual({ start: '2023-06-01', end: '2024-05-31' });
    for (const start of ['2026-10-01', '2026-12-01']) {
      expect(periodsFor(october, 'custom', { compareStart: start, compareEnd: start })).toBeNull();
    }
  });

  it('are null without days to compare with', () => {
    expect(periodsFor(october, 'none')).toBeNull();
    expect(periodsFor(october, 'custom')).toBeNull();
    expect(periodsFor({ start: '1970-01-01', end: '1970-02-01' }, 'previous')).toBeNull();
  });

  it('do not begin before the first date allowed', () => {
    const periods = periodsFor({ start: '1970-02-01', end: '1970-02-10' }, 'previous');
    expect(periods?.earlier.map(dayCountOf)).toEqual([10, 10]);
    const longer = periodsFor({ start: '1970-01-03', end: '1970-02-10' }, 'previous');
    expect(longer?.before).toEqual({ start: '1970-01-01', end: '1970-01-02' });
    expect(longer?.earlier).toEqual([]);
  });
});
