import { describe, expect, it } from 'vitest';
import { countAnswers, isExploratory } from './answer-counts.ts';

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
    expect(countAnswers(counts, scans)).toEqual({ answers: 150, prompts: 25, answersPerScan: 75 });
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

describe('whether a comparison is exploratory', () => {
  const enoughAnswers = { answers: 600, prompts: 50, answersPerScan: 30 };
  it.each([
    ['enough prompts and answers in both periods', [enoughAnswers, enoughAnswers], false],
    ['too few prompts in one period', [enoughAnswers, { ...enoughAnswers, prompts: 49 }], true],
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
