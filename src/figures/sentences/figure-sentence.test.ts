import { describe, expect, it } from 'vitest';
import { everywhere, figureSentence, type Place } from './figure-sentence.ts';

const wording = { zone: 'UTC', unit: '%', locale: 'en-US', decimals: 1 };
const onChatGpt: Place = { kind: 'platform', label: 'ChatGPT' };

describe('the sentence about a figure', () => {
  it.each([
    ['visibility', 'Acme is named on average in 34.0% of a scan’s answers on ChatGPT'],
    ['gap', 'Acme is missing on average from 34.0% of a scan’s answers on ChatGPT'],
    ['shareOfVoice', 'Acme has on average 34.0% of a scan’s mentions of brands on ChatGPT'],
  ])('does not call an average over scans a share of all answers (%s)', (metric, expected) => {
    expect(figureSentence(metric, 'Acme', '34.0%', onChatGpt, wording, true)).toBe(expected);
  });

  it('keeps names that are written from right to left from reordering it', () => {
    const place: Place = { kind: 'region', label: 'תל אביב' };
    expect(figureSentence('visibility', 'תנובה', '34.0%', place, wording, false)).toBe(
      '\u2068תנובה\u2069 is named in 34.0% of answers in \u2068תל אביב\u2069',
    );
  });

  it('calls the figure of one scan a share of answers', () => {
    const sentence = figureSentence('visibility', 'Acme', '34.0%', everywhere, wording, false);
    expect(sentence).toBe('Acme is named in 34.0% of answers');
  });
});
