import { sentimentScale } from '../records/answer.ts';
import { isForeign, sentimentLanguage } from './language.ts';
import type { Mention, Range } from './mentions.ts';
import { compoundOf } from './vader.ts';

// Limits on VADER's input, far above real sentences and words: its time is quadratic in the length of a sentence with
// "but", and cubic in the length of a word in capitals.
const maxPieceLength = 1000;
const maxWordLength = 40;
const overlongWords = new RegExp(`(\\S{${maxWordLength}})\\S+`, 'g');

const sentenceSegmenter = new Intl.Segmenter(sentimentLanguage, { granularity: 'sentence' });

/** The sentences of a text. A sentence longer than the limit is cut into pieces, at spaces if possible. */
function* splitSentences(text: string): Generator<Range> {
  for (const { segment, index } of sentenceSegmenter.segment(text)) {
    const end = index + segment.length;
    let start = index;
    while (end - start > maxPieceLength) {
      const space = text.slice(start, start + maxPieceLength).lastIndexOf(' ');
      const cut = start + (space > 0 ? space + 1 : maxPieceLength);
      yield [start, cut];
      start = cut;
    }
    yield [start, end];
  }
}

/** The sentiment of one sentence in millionths: 50 + 50c, where c is VADER's compound score. */
export function scoreOf(sentence: string): number {
  const compound = compoundOf(sentence.replace(overlongWords, '$1'));
  return Math.round((50 + 50 * compound) * sentimentScale);
}

/**
 * The sentiment of each mention: the mean over the sentences that contain it; a name that spans two sentences counts in
 * both. A sentence of more than 1,000 characters counts as several, and words are cut after 40 characters.
 * @param text the text that the mentions' ranges refer to.
 * @returns for each mention, whole millionths of the 0–100 scale, with 50 as neutral; null for all if the text is in
 * a language other than English.
 */
export function sentimentsOf(text: string, mentions: readonly Mention[]): (number | null)[] {
  if (mentions.length === 0) return [];
  if (isForeign(text, mentions)) return mentions.map(() => null);

  const tallies = mentions.map(({ ranges }) => ({ ranges, next: 0, sum: 0, count: 0 }));
  for (const [start, end] of splitSentences(text)) {
    let score: number | null = null;
    for (const tally of tallies) {
      // Ranges ascend, so those that end before this sentence are finished.
      while ((tally.ranges[tally.next]?.[1] ?? Infinity) <= start) tally.next++;
      const range = tally.ranges[tally.next];
      if (range === undefined || range[0] >= end) continue;
      score ??= scoreOf(text.slice(start, end));
      tally.sum += score;
      tally.count++;
    }
  }
  return tallies.map(({ sum, count }) => (count === 0 ? null : Math.round(sum / count)));
}
