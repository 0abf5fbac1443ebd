import { describe, expect, it } from 'vitest';
import { addDays } from '../../contract/dates/days.ts';
import { fittingPeriodOf } from './fitting-period.ts';

const today = '2026-11-08';
/** The days on which `count` scans ran, each `distance` days after the one before it, the last one `age` days ago. */
const daysEvery = (distance: number, count: number, age = 0): string[] =>
  Array.from({ length: count }, (_, index) => addDays(today, -age - index * distance)).reverse();

describe('the fitting period', () => {
  it.each([
    ['daily scans', daysEvery(1, 365), '30d', 'daily'],
    ['two scans a day', daysEvery(1, 365).flatMap((day) => [day, day]), '30d', 'daily'],
    ['a scan every three days', daysEvery(3, 100), '30d', 'every 3 days'],
    ['weekly scans', daysEvery(7, 60), '90d', 'weekly'],
    ['a scan every two weeks', daysEvery(14, 60), '90d', 'every 2 weeks'],
    ['monthly scans', daysEvery(30, 30), '365d', 'monthly'],
    ['weekly scans, the last five weeks ago', daysEvery(7, 60, 35), '90d', 'weekly'],
    [
      'scans at random',
      [1, 2, 3, 15, 16, 35, 36, 60, 75, 80, 95, 99, 130, 144, 170, 171]
        .map((age) => addDays(today, -age))
        .reverse(),
      '90d',
      'irregularly',
    ],
    [
      'weekly scans that became daily',
      [...daysEvery(7, 60, 77), ...daysEvery(1, 70)],
      '30d',
      'daily',
    ],
  ])('has enough scans for a verdict, as does the one before: %s', (_, days, range, cadence) => {
    expect(fittingPeriodOf(days, today)).toEqual({ range, cadence, hasEnoughScans: true });
  });

  it.each([
    ['weekly scans that began eight weeks ago', daysEvery(7, 8), '30d', 'weekly'],
    ['monthly scans that began eight months ago', daysEvery(30, 8), '365d', 'monthly'],
    ['a single scan', [today], '365d', null],
    ['two scans', daysEvery(7, 2), '365d', null],
    ['four scans, none in the last 30 days', daysEvery(7, 4, 40), '365d', 'weekly'],
    ['no scan in the last 90 days', daysEvery(1, 100, 200), '365d', 'daily'],
    ['scans that stopped over a year ago', daysEvery(1, 300, 400), null, 'daily'],
    ['no scans', [], null, null],
  ])(
    'is the shortest that itself has enough scans, or the longest, if no two periods have: %s',
    (_, days, range, cadence) => {
      expect(fittingPeriodOf(days, today)).toEqual({ range, cadence, hasEnoughScans: false });
    },
  );

  it('counts the first and the last day of both periods', () => {
    const atEdges = (age: number) => Array.from({ length: 5 }, () => addDays(today, -age));
    const fits = (days: string[]) => fittingPeriodOf(days, today).range === '30d';
    expect(fits([...atEdges(59), ...atEdges(29)])).toBe(true);
    expect(fits([...atEdges(30), ...atEdges(0)])).toBe(true);
    expect(fittingPeriodOf([...atEdges(60), ...atEdges(29)], today).hasEnoughScans).toBe(false);
    expect(fittingPeriodOf([...atEdges(30), ...atEdges(0).slice(1)], today).hasEnoughScans).toBe(
      false,
    );
  });
});
