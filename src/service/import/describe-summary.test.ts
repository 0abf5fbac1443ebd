import { expect, it } from 'vitest';
import {
  describeEmptiedAddresses,
  describeRecordCounts,
  describeRepeats,
  describeStoredRegions,
} from './describe-summary.ts';
import type { ImportSummary } from './import.ts';

const emptySummary: ImportSummary = {
  accounts: [],
  lines: 0,
  answers: 0,
  accountRecords: 0,
  clients: 0,
  sites: 0,
  brands: 0,
  prompts: 0,
  scans: 0,
  recommendations: 0,
  notes: 0,
  measuredAgain: 0,
  nearMisses: [],
  sitesToMeasure: [],
  unmeasurableDays: [],
  ukAnswers: 0,
  blankAreaAnswers: 0,
  respelledAnswers: 0,
  repeatCount: 0,
  repeatedAnswers: 0,
  repeats: [],
  skippedCitations: 0,
  emptiedAddressLines: [],
  removed: {},
};

it.each<[Partial<ImportSummary>, string]>([
  [{ answers: 2, scans: 1 }, '2 answers, 1 scan'],
  [{ accountRecords: 1 }, '1 account'],
  [{ removed: { client: 1, site: 2 } }, 'removed 1 client, 2 sites'],
  [{ scans: 1, removed: { prompt: 1_000 } }, '1 scan; removed 1,000 prompts'],
  [
    { answers: 1_000, clients: 2, recommendations: 3 },
    '1,000 answers, 2 clients, 3 recommendations',
  ],
  [
    { answers: 1, scans: 1, accountRecords: 1, clients: 1, sites: 1, brands: 1, prompts: 1 },
    '1 answer, 1 scan, 1 account, 1 client, 1 site, 1 brand, 1 prompt',
  ],
])('lists every type with records: %j', (counts, text) => {
  expect(describeRecordCounts({ ...emptySummary, ...counts })).toBe(text);
});

it.each([
  [{}, []],
  [{ ukAnswers: 1 }, ['1 answer named the region UK, which is stored as GB.']],
  [{ ukAnswers: 3 }, ['3 answers named the region UK, which is stored as GB.']],
  [{ blankAreaAnswers: 1 }, ['1 answer named a blank area, which is left out of the region.']],
  [
    { ukAnswers: 1_000, blankAreaAnswers: 2, respelledAnswers: 3 },
    [
      '1,000 answers named the region UK, which is stored as GB.',
      '2 answers named a blank area, which is left out of the region.',
      '3 answers named an area by a code or in a spelling other than the stored one.',
    ],
  ],
])('the regions that an import stores under others are described: %j', (counts, sentences) => {
  expect(describeStoredRegions({ ...emptySummary, ...counts })).toEqual(sentences);
});

it.each([
  [0, [], 0, []],
  [
    1,
    [{ line: 9, earlierLine: 2 }],
    0,
    ['1 record replaced an earlier one with the same ID in the file: line 9 for line 2.'],
  ],
  [
    1_002,
    [
      { line: 9, earlierLine: 2 },
      { line: 10, earlierLine: 9 },
    ],
    2,
    [
      '1,002 records replaced an earlier one with the same ID in the file: line 9 for line 2, line 10 for line 9, and 1,000 more.',
      '2 answers replaced an earlier one of the same scan, prompt, platform, region and run in the file.',
    ],
  ],
])(
  'describes %i repeats, with the first ones %j, and %i repeated answers as %j',
  (repeatCount, repeats, repeatedAnswers, sentences) => {
    expect(describeRepeats({ repeatCount, repeats, repeatedAnswers })).toEqual(sentences);
  },
);

it.each([
  [[], []],
  [[2], ['Addresses that are not http or https addresses were left empty: line 2.']],
  [
    Array.from({ length: 12 }, (_, n) => n + 1),
    [
      'Addresses that are not http or https addresses were left empty: line 1, line 2, line 3, line 4, line 5, line 6, line 7, line 8, line 9, line 10, and 2 more.',
    ],
  ],
])('names the lines whose addresses are left empty: %j', (emptiedAddressLines, sentences) => {
  expect(describeEmptiedAddresses({ emptiedAddressLines })).toEqual(sentences);
});
