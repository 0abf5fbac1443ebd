import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../tests/setup/columns.ts';
import { compareReport } from '../comparison/compare-report.ts';
import { toModel } from '../series/model.ts';
import { summariseSeries } from '../series/series-summary.ts';
import { brandFigures, namedMoves, spreadFigures } from './period-figures.ts';

const wording = { zone: 'UTC', locale: 'en-GB', unit: '%', decimals: 1 };

/** The moves of series with a value in the first and one in the second of two halves. */
function movesOf(groupBy: string, values: Record<string, readonly [number, number]>) {
  const report = columnsOf({
    metric: 'visibility',
    groupBy,
    brand: { id: 'a', name: 'A' },
    filters: null,
    series: Object.entries(values).map(([key, each]) => ({
      key,
      label: key.toUpperCase(),
      platform: null,
      points: each.map((value, index) => ({
        date: `2026-11-0${index + 1}`,
        completedAt: null,
        value,
        scanId: null,
      })),
    })),
  });
  const { comparison } = compareReport(report, 'halves');
  if (!comparison) throw new Error('Nothing is compared.');
  const summaries = summariseSeries(toModel(report, 'UTC'));
  return namedMoves({ comparison, summaries, groupBy, brand: 'A', overallMove: null });
}
const textOf = (figures: ReturnType<typeof spreadFigures>) =>
  figures.map(({ value, name, remark }) => [value, name, remark]);
const rankIn = (values: Record<string, readonly [number, number]>) => {
  const { lead, moves } = movesOf('brand', values);
  return lead && textOf(brandFigures(lead, moves, false, wording));
};

describe('a report by brand', () => {
  it('leads with the tracked brand wherever it is, and with no other', () => {
    expect(movesOf('brand', { b: [1, 2], a: [1, 2] }).lead?.label).toBe('A');
    expect(movesOf('brand', { b: [1, 2], c: [1, 2] }).lead).toBeNull();
  });

  it('says that all brands are level instead of ranking them', () => {
    expect(rankIn({ a: [1, 24], b: [2, 24], c: [3, 24] })).toEqual([
      ['Level', 'with both other brands measured', 'was 3rd'],
    ]);
    expect(rankIn({ a: [1, 24], b: [2, 24] })).toEqual([['Level', 'with B', 'was 2nd']]);
    expect(rankIn({ a: [1, 1], b: [1, 1] })).toEqual([['Level', 'with B', null]]);
  });

  it('calls two brands level if their values look the same', () => {
    expect(rankIn({ a: [1, 40], b: [2, 40.02], c: [3, 10] })?.[1]?.slice(0, 2)).toEqual([
      'Level',
      'with B',
    ]);
  });

  it('says that all brands were level instead of giving an earlier rank', () => {
    expect(rankIn({ a: [24, 10], b: [24, 20] })?.[0]).toEqual([
      '2nd of 2',
      'brands measured',
      'was level with all',
    ]);
  });
});

describe('a report by platform', () => {
  const spreadIn = (values: Record<string, readonly [number, number]>) =>
    textOf(spreadFigures(movesOf('platform', values).moves, 'platform', false, wording));

  it('has no highest and lowest if all are level', () => {
    expect(spreadIn({ a: [1, 24], b: [2, 24], c: [3, 24] })).toEqual([
      ['24.0%', '3 platforms, all level', null],
    ]);
  });

  it('counts those that share the highest or the lowest value', () => {
    expect(spreadIn({ a: [1, 24], b: [2, 24], c: [3, 20] })).toEqual([
      ['24.0%', 'highest: A and 1 more', null],
      ['20.0%', 'lowest: C', '4.0\u00a0pt below the highest'],
    ]);
  });
});
