import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { findShapeFault, shapes } from './shapes.ts';

it('a hundred thousand mutated bodies each give a value of the right shape or a typed error', {
  timeout: 300_000,
}, async () => {
  const report = await fuzz({ cases: 100_000, seed: 20_261_121 });
  expect(report.cases).toBe(100_000);
  // Values and errors must both be frequent, or half of the test would prove nothing.
  expect(report.values).toBeGreaterThan(10_000);
  expect(report.errors['unreadable']).toBeGreaterThan(10_000);
  expect(Object.keys(report.errors).sort()).toEqual([
    'busy',
    'failed',
    'notFound',
    'refused',
    'unreadable',
  ]);
});

it('the shape check names the field at fault', () => {
  const scan = {
    id: 'a',
    status: null,
    createdAt: '',
    startedAt: null,
    completedAt: null,
    updatedAt: null,
  };
  expect(findShapeFault(scan, shapes.scan)).toBeNull();
  expect(findShapeFault({ ...scan, id: null }, shapes.scan)).toBe('$.id is not a string');
  expect(findShapeFault({ ...scan, more: 1 }, shapes.scan)).toBe('$.more is not expected');
  const report = {
    metric: '',
    groupBy: '',
    brand: null,
    isOfTrackedBrand: true,
    trackedId: null,
    filters: null,
    series: [],
    scans: [],
    unplaced: 0,
    more: null,
  };
  expect(findShapeFault(report, shapes.timeline)).toBeNull();
  const infiniteSeries = [
    {
      id: 'a',
      key: 'a',
      label: 'A',
      present: null,
      values: Float64Array.of(1, Number.NaN, Number.POSITIVE_INFINITY),
    },
  ];
  expect(findShapeFault({ ...report, series: infiniteSeries }, shapes.timeline)).toBe(
    '$.series[0].values is not a column of numbers',
  );
});
