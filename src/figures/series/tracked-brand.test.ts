import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../tests/setup/columns.ts';
import { compareReport } from '../comparison/compare-report.ts';
import {
  findBrandSeries,
  isTrackedFigure,
  markTrackedBrand,
  trackedSeriesOf,
} from './tracked-brand.ts';

const brandId = '00000000-0000-4000-8000-00000000000a';

/** A report with a series for each key and label, whose points are on the given days. */
const reportOf = (
  series: readonly (readonly [key: string, label: string, days?: readonly string[]])[],
  { groupBy = 'brand', brand = { id: brandId, name: 'Oakwell' } } = {},
) =>
  columnsOf({
    metric: 'visibility',
    groupBy,
    brand,
    filters: null,
    series: series.map(([key, label, days = ['2026-09-01', '2026-09-02']]) => ({
      key,
      label,
      platform: null,
      points: days.map((date, index) => ({ date, completedAt: null, value: index, scanId: null })),
    })),
  });

describe('the tracked brand’s series', () => {
  it.each([
    [
      'has the brand’s ID as its key, in any case',
      [
        ['x', 'Oakwell'],
        [brandId.toUpperCase(), 'Oak'],
      ],
      1,
    ],
    [
      'has the brand’s name if no key is its ID',
      [
        ['linden', 'Linden'],
        ['oakwell', 'Oakwell'],
      ],
      1,
    ],
    [
      'is unknown without either',
      [
        ['linden', 'Linden'],
        ['oakwell', 'Oakwell Ltd'],
      ],
      null,
    ],
    [
      'is unknown if two have the name',
      [
        ['a', 'Oakwell'],
        ['b', 'Oakwell'],
        ['c', 'Linden'],
      ],
      null,
    ],
    [
      'is unknown if two have the ID',
      [
        [brandId, 'Oakwell'],
        [brandId, 'Oakwell'],
      ],
      null,
    ],
  ] as const)('%s', (_, series, index) => {
    const report = reportOf(series);
    const expected = index === null ? null : report.series[index];
    expect(trackedSeriesOf(report)).toBe(expected);
  });

  it('exists only in a report by brand', () => {
    expect(reportOf([[brandId, 'Oakwell']], { groupBy: 'platform' }).trackedId).toBeNull();
  });

  it('is not replaced by another with the same name when a comparison leaves it out', () => {
    const report = reportOf([
      [brandId, 'Oakwell', []],
      ['other', 'Oakwell'],
    ]);
    const { inView } = compareReport(report, 'halves');
    expect(inView?.series.map(({ key }) => key)).toEqual(['other']);
    expect(inView && trackedSeriesOf(inView)).toBeNull();
  });
});

it('a series with the brand’s name is not taken for its own if filters may leave the brand out', () => {
  const report = reportOf([['x', 'Oakwell']]);
  const brand = { id: brandId, name: 'Oakwell' };
  expect(findBrandSeries(report, brand)?.key).toBe('x');
  expect(findBrandSeries(report, brand, true)).toBeNull();
});

it('the series of any brand is found by its ID or its name', () => {
  const report = reportOf([
    ['linden', 'Linden'],
    ['oakwell', 'Oakwell'],
  ]);
  expect(findBrandSeries(report, { id: 'unknown', name: 'Linden' })?.key).toBe('linden');
  expect(findBrandSeries(report, { id: 'unknown', name: 'Ash' })).toBeNull();
});

describe('figures are the tracked brand’s', () => {
  const byBrand = reportOf([
    [brandId, 'Oakwell'],
    ['linden', 'Linden'],
  ]);
  const byPlatform = reportOf([['chatgpt_app', 'ChatGPT']], { groupBy: 'platform' });
  const requested = { ...byPlatform, isOfTrackedBrand: false };

  it('in a report by brand if they are those of its series', () => {
    expect(byBrand.series.map(({ id }) => isTrackedFigure(byBrand, id))).toEqual([true, false]);
  });

  it('in any other report unless it was requested for a brand', () => {
    expect(isTrackedFigure(byPlatform, 'chatgpt_app')).toBe(true);
    expect(isTrackedFigure(requested, 'chatgpt_app')).toBe(false);
  });

  it('in a report requested for a brand if that is the tracked one', () => {
    const ofCompetitor = { ...requested, brand: { id: 'linden', name: 'Linden' } };
    expect(markTrackedBrand(requested, byBrand).isOfTrackedBrand).toBe(true);
    expect(markTrackedBrand(ofCompetitor, byBrand).isOfTrackedBrand).toBe(false);
    expect(markTrackedBrand(requested, undefined)).toBe(requested);
  });
});
