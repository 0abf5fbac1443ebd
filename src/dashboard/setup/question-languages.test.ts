import { describe, expect, it } from 'vitest';
import { describeLanguages } from './question-languages.ts';

const times = (count: number, language: string) => Array.from({ length: count }, () => language);

describe('the sentence about languages without sentiment', () => {
  it.each([
    [1, '1 question is in German'],
    [3, '3 questions are in German'],
  ])('counts %d', (count, start) => {
    expect(describeLanguages(times(count, 'German'))).toBe(
      `${start}: sentiment is measured in English answers only.`,
    );
  });

  it('starts with the language of most questions, and counts those after the third together', () => {
    const languages = [
      ...times(1, 'Danish'),
      ...times(3, 'French'),
      ...times(1_200, 'German'),
      ...times(2, 'Polish'),
      ...times(1, 'Thai'),
    ];
    expect(describeLanguages(languages)).toBe(
      '1,200 questions are in German, 3 in French, 2 in Polish, and 2 in other languages: sentiment is measured in English answers only.',
    );
  });

  it('is not shown if there are none', () => {
    expect(describeLanguages([])).toBeNull();
  });
});
