import { describe, expect, it } from 'vitest';
import { periodsOf } from '../../contract/dates/periods.ts';
import type { ReportColumns } from '../series/columns.ts';
import { movesOf } from './moves.ts';
import { splitIntoHalves, splitIntoPeriods } from './slices.ts';

const noEvidence = Number.NaN;
const dayOf = (index: number) => new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10);

/** A report with one scan a day, starting on 1 October 2026. */
function reportOf(series: Record<string, readonly number[]>): ReportColumns {
  const count = Math.max(...Object.values(series).map(({ length }) => length));
  return {
    metric: 'visibility',
    groupBy: 'brand',
    brand: null,
    filters: { platform: [], region: [], startDate: null, endDate: null },
    scans: Array.from({ length: count }, (_, index) => ({
      scanId: `scan ${index}`,
      date: dayOf(index),
      hasTime: true,
      moment: Date.parse(`${dayOf(index)}T10:00:00Z`),
    })),
    series: Object.entries(series).map(([key, values]) => ({
      id: key,
      key,
      label: key,
      values: Float64Array.from(values),
      present: null,
    })),
    isOfTrackedBrand: true,
    trackedId: null,
    unplaced: 0,
  };
}

/** Values that scatter around a level. */
const valuesAround = (level: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => level + ([0.4, -0.7, 0.9, -0.2, -0.4][index % 5] ?? 0),
  );

describe('splitting a report into periods', () => {
  const report = reportOf({ a: Array.from({ length: 31 }, (_, index) => index) });

  it('assigns scans by UTC day, and sets the date filters to the later period', () => {
    const periods = periodsOf({ start: '2026-10-25', end: '2026-10-31' }, 'previous', {
      compareStart: null,
      compareEnd: null,
    });
    if (!periods) throw new Error('There are no periods.');
    const { now, before, earlier } = splitIntoPeriods(report, periods);
    expect([...(now.series[0]?.values ?? [])]).toEqual([24, 25, 26, 27, 28, 29, 30]);
    expect(now.scans.map(({ date }) => date)).toEqual([24, 25, 26, 27, 28, 29, 30].map(dayOf));
    expect([...(before.series[0]?.values ?? [])]).toEqual([17, 18, 19, 20, 21, 22, 23]);
    expect(earlier.map(({ series }) => [...(series[0]?.values ?? [])])).toEqual([
      [10, 11, 12, 13, 14, 15, 16],
      [3, 4, 5, 6, 7, 8, 9],
      [0, 1, 2],
      [],
    ]);
    expect(now.filters).toMatchObject({ startDate: '2026-10-25', endDate: '2026-10-31' });
  });

  it('leaves out the middle scan when an odd number of scans is halved', () => {
    const { now, before } = splitIntoHalves(report);
    expect(before.scans.at(-1)?.date).toBe(dayOf(14));
    expect(now.scans[0]?.date).toBe(dayOf(16));
    expect(now.scans.length).toBe(before.scans.length);
  });
});

describe('the moves between two periods', () => {
  it('have both means, their change, ranks and a verdict for each series', () => {
    const moves = movesOf(
      splitIntoHalves(
        reportOf({
          climber: [...valuesAround(20, 15), ...valuesAround(40, 15)],
          steady: valuesAround(30, 30),
        }),
      ),
    );
    expect(moves.get('climber')).toMatchObject({
      now: expect.closeTo(40),
      before: expect.closeTo(20),
      change: expect.closeTo(20),
      rankNow: 1,
      rankBefore: 2,
      verdict: { kind: 'real' },
    });
    expect(moves.get('steady')).toMatchObject({
      rankNow: 2,
      rankBefore: 1,
      verdict: { kind: 'unchanged' },
    });
  });

  it('leave out series without evidence in either period, and keep those with evidence in one', () => {
    const moves = movesOf(
      splitIntoHalves(
        reportOf({
          unmeasured: new Array(12).fill(noEvidence),
          newcomer: [...new Array(6).fill(noEvidence), ...valuesAround(5, 6)],
        }),
      ),
    );
    expect([...moves.keys()]).toEqual(['newcomer']);
    expect(moves.get('newcomer')).toMatchObject({
      before: null,
      change: null,
      rankBefore: null,
      verdict: { kind: 'tooFew', scans: 0 },
    });
  });

  it('are rarely judged real among many series that vary only at random', () => {
    let state = 1;
    const random = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    const series = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `series ${index}`,
        Array.from({ length: 60 }, () => 50 + random() + random() + random() + random()),
      ]),
    );
    const moves = [...movesOf(splitIntoHalves(reportOf(series))).values()];
    expect(moves.length).toBe(200);
    expect(moves.filter(({ verdict }) => verdict.kind === 'real').length).toBeLessThanOrEqual(4);
  });
});
