import { expect, it } from 'vitest';
import type { SeriesSummary } from '../../../figures/series/series-summary.ts';
import type { Verdict } from '../../../figures/verdicts/verdicts.ts';
import { selectEmphasized } from './emphasis.ts';

const summaryOf = (id: string, rank: number | null, isTracked = false): SeriesSummary => ({
  series: { id, key: id, label: id, values: new Float64Array(), present: null },
  isTracked,
  latest: null,
  lastEvidenceIndex: -1,
  change: null,
  median: null,
  slope: null,
  evidence: { count: 0, points: 0 },
  rank,
});
const series = [
  summaryOf('tracked', 6, true),
  ...[1, 2, 3, 4, 5].map((rank) => summaryOf(`rank ${rank}`, rank)),
  summaryOf('unranked', null),
];
const emphasizedIds = (addedIds: readonly string[], moves?: Record<string, Verdict>) =>
  [
    ...selectEmphasized(
      series,
      addedIds,
      moves && new Map(Object.entries(moves).map(([id, verdict]) => [id, { verdict }])),
    ),
  ].sort();

it('emphasizes the tracked series and the four others with the highest values', () => {
  expect(emphasizedIds([])).toEqual(['rank 1', 'rank 2', 'rank 3', 'rank 4', 'tracked']);
});

it('prefers series added by the user over those with the highest values', () => {
  expect(emphasizedIds(['unranked'])).toEqual([
    'rank 1',
    'rank 2',
    'rank 3',
    'tracked',
    'unranked',
  ]);
});

it('always emphasizes the tracked series', () => {
  const added = ['rank 2', 'rank 3', 'rank 4', 'rank 5'];
  expect(emphasizedIds(added)).toEqual(['rank 2', 'rank 3', 'rank 4', 'rank 5', 'tracked']);
});

it('prefers the largest real moves to the highest values', () => {
  const moves: Record<string, Verdict> = {
    'rank 5': { kind: 'real', change: -9 },
    'rank 4': { kind: 'real', change: 3 },
    'rank 3': { kind: 'scatter', within: 20 },
  };
  expect(emphasizedIds([], moves)).toEqual(['rank 1', 'rank 2', 'rank 4', 'rank 5', 'tracked']);
  const moreMoves: Record<string, Verdict> = {
    ...moves,
    'rank 2': { kind: 'real', change: -2 },
    'rank 1': { kind: 'real', change: 1 },
  };
  expect(emphasizedIds([], moreMoves)).toEqual(['rank 1', 'rank 2', 'rank 4', 'rank 5', 'tracked']);
});

it('emphasizes all series if there are five or fewer with the tracked one', () => {
  expect(selectEmphasized(series.slice(0, 5), [], undefined).size).toBe(5);
});
