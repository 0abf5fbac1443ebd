import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../tests/setup/columns.ts';
import { addDays } from '../../contract/dates/days.ts';
import type { Point } from '../../contract/resources.ts';
import { toTrend } from './trend.ts';

const point = (date: string, value: number | null, completedAt: string | null = null): Point => ({
  date,
  completedAt,
  value,
  scanId: null,
});

const report = (series: Record<string, Point[]>, brand: string | null = 'acme') =>
  columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: brand === null ? null : { id: brand, name: 'Acme' },
    series: Object.entries(series).map(([key, points]) => ({
      key,
      label: key,
      platform: null,
      points,
    })),
    filters: null,
  });

describe('toTrend', () => {
  it('returns the tracked brand’s values, oldest scan first, with null where there is no evidence', () => {
    const trend = toTrend(
      report({
        other: [point('2026-01-01', 90)],
        acme: [point('2026-01-03', 30), point('2026-01-01', 10), point('2026-01-02', null)],
      }),
    );
    expect(trend.values).toEqual([10, null, 30]);
  });

  it('finds the tracked brand by name when keys are not brand IDs', () => {
    expect(toTrend(report({ Acme: [point('2026-01-01', 10)] }, 'some-id')).values).toEqual([10]);
  });

  it('has no values, and says why, if the service does not say which series is the tracked brand’s', () => {
    const points = [point('2026-01-01', 10)];
    const unknown = toTrend(report({ linden: points, oak: points }, 'some-id'));
    expect(unknown).toMatchObject({ values: [], isSeriesUnknown: true });
    expect(toTrend(report({}, 'some-id')).isSeriesUnknown).toBe(false);
  });

  it('returns the values of the last thirty scans', () => {
    const days = Array.from({ length: 31 }, (_, n) => point(addDays('2026-01-01', n), n));
    const { values } = toTrend(report({ acme: days }));
    expect(values).toHaveLength(30);
    expect(values[0]).toBe(1);
  });

  it('computes the slope of the last thirty values over time, or null if fewer than two are known', () => {
    const slopeOf = (...points: Point[]) => toTrend(report({ acme: points })).slope;
    const day = 86_400_000;
    const rise = [point('2026-01-01', 10), point('2026-01-02', null), point('2026-01-03', 30)];
    expect(slopeOf(...rise)).toBeCloseTo(10 / day, 12);
    expect(slopeOf(point('2026-01-01', 10), point('2026-01-05', 30))).toBeCloseTo(5 / day, 12);
    expect(slopeOf(point('2026-01-01', 10), point('2026-01-02', null))).toBeNull();
    const old = point('2025-01-01', 1_000);
    const flat = Array.from({ length: 30 }, (_, n) => point(addDays('2026-01-01', n), 10));
    expect(slopeOf(old, ...flat)).toBe(0);
  });

  it('finds the newest scan of a site without a tracked brand', () => {
    const late = '2026-01-02T23:59:00Z';
    const trend = toTrend(
      report({ a: [point('2026-01-02', 1)], b: [point('2026-01-02', null, late)] }, null),
    );
    expect(trend).toEqual({
      values: [],
      slope: null,
      isSeriesUnknown: false,
      lastScan: { date: '2026-01-02', completedAt: Date.parse(late) },
    });
  });

  it('returns no last scan for a report without points', () => {
    expect(toTrend(report({ acme: [] })).lastScan).toBeNull();
  });

  it('returns a last scan of unknown date if no point has a date', () => {
    const { lastScan } = toTrend(report({ acme: [{ ...point('', 1), date: null }] }));
    expect(lastScan).toEqual({ completedAt: null, date: null });
  });
});
