import { expect, it } from 'vitest';
import { columnsOf } from '../../../tests/setup/columns.ts';
import { periodNamesOf } from './period-names.ts';
import { splitIntoHalves } from './slices.ts';

const pointOn = (date: string) => ({ date, completedAt: null, value: 40, scanId: null });

it.each([
  [2, 'the last scan', 'the first scan'],
  [3, 'the last scan', 'the first scan'],
  [4, 'the last 2 scans', 'the first 2 scans'],
])('names the halves of %d scans "%s" and "%s"', (count, now, before) => {
  const points = Array.from({ length: count }, (_, index) => pointOn(`2026-01-0${index + 1}`));
  const series = [{ key: 'acme', label: 'Acme', platform: null, points }];
  const report = columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: null,
    filters: null,
    series,
  });
  expect(periodNamesOf({ compared: 'halves', slices: splitIntoHalves(report) }, 'en-US')).toEqual({
    now,
    before,
  });
});
