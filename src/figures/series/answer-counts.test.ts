import { describe, expect, it } from 'vitest';
import { countAnswers, describeAnswerCounts, isExploratory } from './answer-counts.ts';

const scans = [{ scanId: 'a' }, { scanId: 'B' }, { scanId: 'c' }];
const countOf = (scanId: string, answers: number, prompts: number) => ({
  scanId,
  answers,
  prompts,
});

describe('the answers behind some scans', () => {
  it('are added up, and the number of prompts is the largest in any one scan', () => {
    const counts = [
      countOf('a', 100, 20),
      countOf('b', 50, 25),
      countOf('c', 0, 0),
      countOf('other', 1000, 99),
    ];
    expect(countAnswers(counts, scans)).toEqual({
      answers: 150,
      promptsPerScan: 25,
      answersPerScan: 75,
    });
  });

  it.each([
    ['a scan is not counted', [countOf('a', 100, 20), countOf('b', 50, 25)], scans],
    ['nothing is counted', [], scans],
    ['there are no answers', scans.map(({ scanId }) => countOf(scanId.toLowerCase(), 0, 0)), scans],
    ['a scan has no ID', [countOf('a', 100, 20)], [{ scanId: 'a' }, { scanId: null }]],
    ['there is no scan', [countOf('a', 100, 20)], []],
  ])('are unknown if %s', (_, counts, countedScans) => {
    expect(countAnswers(counts, countedScans)).toBeNull();
  });
});

describe('the description of the answers behind the scans in view', () => {
  const counts = [countOf('a', 100, 20), countOf('b', 50, 25), countOf('c', 0, 0)];
  it.each([
    ['has the number of different prompts in all scans', 31, scans, '150 answers to 31 prompts'],
    [
      'has that number if only scans without answers are left out',
      31,
      scans.slice(0, 2),
      '150 answers to 31 prompts',
    ],
    [
      'has the largest number in one scan if others are left out',
      31,
      scans.slice(0, 1),
      '100 answers to 20 prompts',
    ],
    [
      'has the largest number in one scan if the service gives no other',
      null,
      scans,
      '150 answers to 25 prompts',
    ],
    ['is unknown if a scan is not counted', 31, [...scans, { scanId: 'd' }], null],
  ])('%s', (_, prompts, shownScans, expected) => {
    expect(describeAnswerCounts({ scans: counts, prompts }, shownScans, 'en')).toBe(expected);
  });
});

describe('whether a comparison is exploratory', () => {
  const enoughAnswers = { answers: 600, promptsPerScan: 50, answersPerScan: 30 };
  it.each([
    ['enough prompts and answers in both periods', [enoughAnswers, enoughAnswers], false],
    [
      'too few prompts in one period',
      [enoughAnswers, { ...enoughAnswers, promptsPerScan: 49 }],
      true,
    ],
    [
      'too few answers per scan in one period',
      [{ ...enoughAnswers, answersPerScan: 29.9 }, enoughAnswers],
      true,
    ],
    ['unknown counts', [null, null], false],
  ])('depends on its prompts and answers: %s', (_, periods, expected) => {
    expect(isExploratory(periods)).toBe(expected);
  });
});
