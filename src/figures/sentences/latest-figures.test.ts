import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../tests/setup/columns.ts';
import { toModel } from '../series/model.ts';
import { summariseSeries } from '../series/series-summary.ts';
import { latestFiguresOf, latestLeadOf } from './latest-figures.ts';

const wording = { zone: 'UTC', locale: 'en-GB', unit: '%', decimals: 1 };

/** Summaries of series with one value each. The tracked brand is `a`. */
const summariesOf = (values: Record<string, number>, groupBy = 'brand', metric = 'visibility') =>
  summariseSeries(
    toModel(
      columnsOf({
        metric,
        groupBy,
        brand: { id: 'a', name: 'A' },
        filters: null,
        series: Object.entries(values).map(([key, value]) => ({
          key,
          label: key.toUpperCase(),
          platform: null,
          points: [{ date: '2026-11-01', completedAt: null, value, scanId: null }],
        })),
      }),
      'UTC',
    ),
  );

function figuresOf(values: Record<string, number>, groupBy = 'brand', metric = 'visibility') {
  const summaries = summariesOf(values, groupBy, metric);
  const lead = latestLeadOf(groupBy, summaries, []);
  if (!lead) return null;
  return latestFiguresOf({
    lead,
    summaries,
    groupBy,
    brand: groupBy === 'brand' ? null : 'A',
    areBrandsFiltered: false,
    hasOmittedSeries: false,
    wording,
  }).map(({ name, text }) => `${text} ${name}`);
}

describe('the latest figures', () => {
  it('are the tracked brand’s in a report by brand, and nobody’s if it has no series', () => {
    expect(figuresOf({ b: 60, a: 22 })?.[0]).toBe('22.0% A, latest scan');
    expect(figuresOf({ b: 60, c: 22 })).toBeNull();
  });

  it('rank the lowest gap first', () => {
    expect(figuresOf({ a: 40, b: 60 }, 'brand', 'gap')?.at(-1)).toBe('1st of 2 brands measured');
  });

  it('say that all brands are level instead of ranking them', () => {
    expect(figuresOf({ a: 24, b: 24, c: 24 })?.at(-1)).toBe(
      'Level with both other brands measured',
    );
    expect(figuresOf({ a: 24, b: 24 })?.at(-1)).toBe('Level with B');
    expect(figuresOf({ a: 24, b: 24, c: 20 })?.at(-1)).toBe('1st of 3 brands measured');
  });

  it('say that all platforms are level, or how many share the highest or the lowest value', () => {
    expect(figuresOf({ x: 24, y: 24, z: 24 }, 'platform')).toEqual([
      '24.0% A · 3 platforms, all level at the latest scan',
    ]);
    expect(figuresOf({ x: 24, y: 24, z: 20 }, 'platform')).toEqual([
      '24.0% A · highest at the latest scan: X and 1 more',
      '20.0% lowest: Z, 4.0\u00a0pt below the highest',
    ]);
  });
});
