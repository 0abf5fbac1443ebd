import { expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { readSearch } from '../search/search.ts';
import { absentNames } from './empty.ts';

const absentIn = (keys: readonly string[], region: string[]) => {
  const report = columnsOf({
    metric: 'visibility',
    groupBy: 'region',
    brand: null,
    series: keys.map((key) => ({ key, label: key, platform: null, points: [] })),
    filters: null,
  });
  return absentNames(report, readSearch({ groupBy: 'region', region }));
};

it('a requested region without a series is absent, unless one of its areas has a series', () => {
  expect(absentIn(['US:Ohio', 'DE'], ['US', 'DE', 'FR', 'DE:Berlin', 'U'])).toEqual([
    'France',
    'Germany · Berlin',
    'U',
  ]);
});

it.each([
  ['UK', 'GB'],
  ['UK', 'GB:London'],
  ['GB', 'UK'],
  ['UK:London', 'GB:London'],
])('the requested region %s is not absent if there is a series %s', (requested, key) => {
  expect(absentIn([key], [requested])).toEqual([]);
});
