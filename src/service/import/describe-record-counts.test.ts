import { expect, it } from 'vitest';
import { describeRecordCounts } from './describe-record-counts.ts';
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
  measuredAgain: 0,
  nearMisses: [],
  sitesToMeasure: [],
  unmeasurableDays: [],
  ukAnswers: 0,
  blankAreaAnswers: 0,
  repeatCount: 0,
  repeats: [],
  skippedCitations: 0,
};

it.each<[Partial<ImportSummary>, string]>([
  [{ answers: 2, scans: 1 }, '2 answers, 1 scan'],
  [{ accountRecords: 1 }, '1 account'],
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
