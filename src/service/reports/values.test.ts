import { expect, test } from 'vitest';
import { metrics } from '../../contract/enums.ts';
import type { BrandRecord } from '../store/records.ts';
import type { TimelineCounts } from '../store/store.ts';
import { tally } from './tally.ts';
import { valuesOf } from './values.ts';

const trackedBrand: BrandRecord = {
  id: 'own',
  siteId: 's',
  name: 'Own',
  aliases: [],
  role: 'tracked',
  domains: [],
};
const rival: BrandRecord = { ...trackedBrand, id: 'rival', name: 'Rival', role: 'competitor' };

/** Two platforms over three scans, the last of which has no answers. */
const counts: TimelineCounts = {
  scans: ['one', 'two', 'three'].map((id) => ({ id, date: '2026-01-01', completedAt: 0 })),
  answers: {
    scan: [0, 1, 0],
    group: ['a', 'a', 'b'],
    answers: [4, 2, 5],
    mentions: [4, 0, 1],
  },
  brands: {
    scan: [0, 0, 0],
    group: ['b', 'a', 'a'],
    brandId: ['rival', 'rival', 'own'],
    mentions: [1, 3, 1],
    sentiments: [0, 2, 1],
    sentimentSum: [0, 90_000_000, 25_000_000],
  },
};
const valuesFor = (metric: Parameters<typeof valuesOf>[0], brand: BrandRecord, group: string) =>
  valuesOf(metric, brand.id, tally(counts).get(group), counts.scans.length);

test('each metric is null exactly where it has nothing to measure', () => {
  expect(valuesFor('visibility', trackedBrand, 'a')).toEqual([25, 0, null]);
  expect(valuesFor('shareOfVoice', trackedBrand, 'a')).toEqual([25, null, null]);
  expect(valuesFor('sentiment', trackedBrand, 'a')).toEqual([25, null, null]);
  expect(valuesFor('gap', trackedBrand, 'a')).toEqual([75, 100, null]);
});

test('a brand counts as 0 in a group that never mentions it, and has no sentiment where none was measured', () => {
  expect(valuesFor('visibility', trackedBrand, 'b')).toEqual([0, null, null]);
  expect(valuesFor('gap', trackedBrand, 'b')).toEqual([100, null, null]);
  expect(valuesFor('sentiment', rival, 'b')).toEqual([null, null, null]);
});

test('a group without answers has only nulls', () => {
  for (const metric of metrics) {
    expect(valuesFor(metric, trackedBrand, 'nowhere')).toEqual([null, null, null]);
  }
});

test('the order of a store’s rows does not change the values', () => {
  const { answers, brands: rows } = counts;
  const reversedCounts: TimelineCounts = {
    ...counts,
    answers: {
      scan: answers.scan.toReversed(),
      group: answers.group.toReversed(),
      answers: answers.answers.toReversed(),
      mentions: answers.mentions.toReversed(),
    },
    brands: {
      scan: rows.scan.toReversed(),
      group: rows.group.toReversed(),
      brandId: rows.brandId.toReversed(),
      mentions: rows.mentions.toReversed(),
      sentiments: rows.sentiments.toReversed(),
      sentimentSum: rows.sentimentSum.toReversed(),
    },
  };
  for (const metric of metrics) {
    expect(valuesOf(metric, trackedBrand.id, tally(reversedCounts).get('a'), 3)).toEqual(
      valuesFor(metric, trackedBrand, 'a'),
    );
  }
});
