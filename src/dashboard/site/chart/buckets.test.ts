import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallClockAt } from '../../../contract/dates/wall-clock.ts';
import { msPerHour } from '../../time/zone.ts';
import { assignToSpans, meansOf, spansOf } from './buckets.ts';

const open = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
const instantsOf = (...times: string[]) => Float64Array.from(times, (time) => Date.parse(time));
/** One scan a day at the same UTC time. */
const dailyInstants = (from: string, count: number) =>
  Float64Array.from({ length: count }, (_, index) => Date.parse(from) + index * 24 * msPerHour);
const scanCountsBySpan = (...args: Parameters<typeof spansOf>) =>
  spansOf(...args).map(({ firstDay, first, end }) => [firstDay, end - first]);

describe('the weeks and months of scans', () => {
  it.each([
    // 2026-11-08 is a Sunday: at 20:00 UTC it is Monday in Auckland.
    ['UTC', '2026-11-08T20:00:00Z', '2026-11-02', '2026-11-01'],
    ['Pacific/Auckland', '2026-11-08T20:00:00Z', '2026-11-09', '2026-11-01'],
    ['America/Los_Angeles', '2026-11-09T02:00:00Z', '2026-11-02', '2026-11-01'],
    ['America/Los_Angeles', '2026-12-01T02:00:00Z', '2026-11-30', '2026-11-01'],
    ['Pacific/Kiritimati', '2026-10-31T10:00:00Z', '2026-10-26', '2026-11-01'],
    // The year ends within a week.
    ['UTC', '2027-01-01T12:00:00Z', '2026-12-28', '2027-01-01'],
    ['Asia/Kolkata', '2026-12-31T18:30:00Z', '2026-12-28', '2027-01-01'],
  ])('are those of the calendar in %s: %s', (zone, time, week, month) => {
    expect(scanCountsBySpan(instantsOf(time), 'week', zone, open)).toEqual([[week, 1]]);
    expect(scanCountsBySpan(instantsOf(time), 'month', zone, open)).toEqual([[month, 1]]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-23', 167],
    ['Europe/Berlin', '2026-10-19', 169],
    ['America/New_York', '2026-03-02', 167],
    ['Pacific/Auckland', '2026-03-30', 169],
    ['Australia/Lord_Howe', '2026-09-28', 167.5],
  ])('include every hour when clocks change: %s, week of %s, %d hours', (zone, monday, hours) => {
    const halfHours = 48 * 21;
    const from = Date.parse(`${monday}T00:00:00Z`) - 7 * 24 * msPerHour;
    const instants = Float64Array.from(
      { length: halfHours },
      (_, at) => from + (at * msPerHour) / 2,
    );
    const week = spansOf(instants, 'week', zone, open).find(({ firstDay }) => firstDay === monday);
    expect(((week?.end ?? 0) - (week?.first ?? 0)) / 2).toBe(hours);
  });

  it('contain each scan once, by its local day, and have ascending points between the first and the last scan', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/St_Johns');
    const times = fc.array(fc.integer({ min: 1.7e12, max: 1.8e12 }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(times, zones, fc.constantFrom('week', 'month'), (unsorted, zone, bucket) => {
        const instants = Float64Array.from(unsorted).sort();
        const spans = spansOf(instants, bucket, zone, open);
        expect(spans.map(({ first }) => first)).toEqual([
          0,
          ...spans.slice(0, -1).map(({ end }) => end),
        ]);
        expect(spans.at(-1)?.end).toBe(instants.length);
        for (const { firstDay, nextDay, first, end } of spans) {
          for (const instant of instants.subarray(first, end)) {
            const local = wallClockAt(instant, zone).day;
            expect(local >= firstDay && local < nextDay).toBe(true);
          }
        }
        const points = spans.map(({ at }) => at);
        expect(points).toEqual(points.toSorted((a, b) => a - b));
        expect(points[0]).toBeGreaterThanOrEqual(instants[0] ?? 0);
        expect(points.at(-1)).toBeLessThanOrEqual(instants.at(-1) ?? 0);
      }),
    );
  });

  it('are merged into one empty span where consecutive weeks have no scans, however many', () => {
    const instants = instantsOf('1970-01-01T12:00:00Z', '9990-01-01T12:00:00Z');
    expect(scanCountsBySpan(instants, 'week', 'UTC', open)).toEqual([
      ['1969-12-29', 1],
      ['1970-01-05', 0],
      ['9990-01-01', 1],
    ]);
  });

  const ranges = [
    ['open dates', open, [false, false, false]],
    ['whole weeks', [Date.parse('2026-11-02'), Date.parse('2026-11-23')], [false, false, false]],
    ['dates that begin within a week', [Date.parse('2026-11-04'), open[1]], [true, false, false]],
    ['dates that end within a week', [open[0], Date.parse('2026-11-22')], [false, false, true]],
  ] as const;

  it.each(ranges)('are cut where they extend beyond %s', (_, inView, expected) => {
    const instants = dailyInstants('2026-11-02T10:00:00Z', 21);
    expect(spansOf(instants, 'week', 'UTC', inView).map(({ isCut }) => isCut)).toEqual(expected);
  });

  it.each(ranges)('do not exist without scans: %s', (_, inView) => {
    expect(spansOf(new Float64Array(0), 'week', 'UTC', inView)).toEqual([]);
  });
});

describe('the mean of a span', () => {
  const spans = spansOf(dailyInstants('2026-11-02T10:00:00Z', 21), 'week', 'UTC', open);

  it('covers only scans with evidence, and is missing rather than zero if there are none', () => {
    const noEvidence = Array<number>(7).fill(Number.NaN);
    const values = Float64Array.of(
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      ...noEvidence,
      Number.NaN,
      0,
      30,
      ...noEvidence.slice(3),
    );
    expect([...meansOf(values, spans)]).toEqual([4, Number.NaN, 15]);
  });

  it('is the value of its only scan', () => {
    const [span] = spansOf(instantsOf('2026-11-02T10:00:00Z'), 'month', 'UTC', open);
    expect(span && [...meansOf(Float64Array.of(41.5), [span])]).toEqual([41.5]);
  });

  it('covers the scans on the corresponding days of an earlier period', () => {
    // Shifted to the days in view, the earlier period has no scan in the second week and one after the third.
    const shiftedInstants = Float64Array.from(
      [0, 1, 14, 15, 21],
      (day) => Date.parse('2026-11-02') + (day * 24 + 12) * msPerHour,
    );
    const earlierSpans = assignToSpans(shiftedInstants, spans, 'UTC');
    expect([...meansOf(Float64Array.of(1, 3, 10, 20, 99), earlierSpans)]).toEqual([
      2,
      Number.NaN,
      15,
    ]);
  });
});
