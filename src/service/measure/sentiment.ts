import { eld } from 'eld/small';
import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import { sentimentScale } from '../store/store.ts';
import type { Mention, Range } from './mentions.ts';

/** The one language VADER's lexicon knows, as the detector names it. */
const lexiconLanguage = 'en';

// The detector itself reads no further than 1,000 characters; names are taken out before that, so it gets more.
const detectedLength = 2000;

// Bounds on what VADER gets at once, far above any sentence or word people write: its time grows with the
// square of a sentence's length where it holds "but", and with the cube of a word's in capitals.
const longestPiece = 1000;
const longestWord = 40;
const overlongWords = new RegExp(`(\\S{${longestWord}})\\S+`, 'g');

const sentences = new Intl.Segmenter(lexiconLanguage, { granularity: 'sentence' });

function startingEarly({ ranges }: Mention): readonly Range[] {
  const late = ranges.findIndex(([start]) => start >= detectedLength);
  return late === -1 ? ranges : ranges.slice(0, late);
}

/**
 * Whether the text is in another language than the lexicon's. The brands' names are left out of the
 * evidence: they are the same in every language and mislead the detector where the text is short.
 * Where it finds no language, or trusts its finding too little, the text counts as known.
 */
function isForeign(text: string, mentions: readonly Mention[]): boolean {
  const ranges = mentions.flatMap(startingEarly).sort((a, b) => a[0] - b[0]);
  let evidence = '';
  let from = 0;
  for (const [start, end] of ranges) {
    if (start > from) evidence += `${text.slice(from, start)} `;
    from = Math.max(from, end);
  }
  evidence += text.slice(from, Math.max(from, detectedLength));
  const result = eld.detect(evidence);
  return result.language !== '' && result.language !== lexiconLanguage && result.isReliable();
}

/** The sentences of a text; one past the bound comes in pieces, cut at a space where there is one. */
function* pieces(text: string): Generator<Range> {
  for (const { segment, index } of sentences.segment(text)) {
    const end = index + segment.length;
    let start = index;
    while (end - start > longestPiece) {
      const space = text.slice(start, start + longestPiece).lastIndexOf(' ');
      const cut = start + (space > 0 ? space + 1 : longestPiece);
      yield [start, cut];
      start = cut;
    }
    yield [start, end];
  }
}

/** Sentiment of one sentence in millionths: VADER's compound c as 50 + 50c. */
function scoreOf(sentence: string): number {
  const { compound } = SentimentIntensityAnalyzer.polarity_scores(
    sentence.replace(overlongWords, '$1'),
  );
  return Math.round((50 + 50 * compound) * sentimentScale);
}

/**
 * The sentiment of each mention: the mean over the sentences holding it (a name across two sentences is
 * held by both), each sentence scored once however many brands stand in it. A sentence past 1,000
 * characters counts as several, and words past 40 characters are cut.
 * @param text the NFC text that the mentions' ranges refer to.
 * @returns beside each mention whole millionths of the 0–100 scale, 50 being neutral; null for all where
 * the text is in a language that the lexicon does not know.
 */
export function sentimentsOf(text: string, mentions: readonly Mention[]): (number | null)[] {
  if (mentions.length === 0) return [];
  if (isForeign(text, mentions)) return mentions.map(() => null);

  const tallies = mentions.map(({ ranges }) => ({ ranges, next: 0, sum: 0, count: 0 }));
  for (const [start, end] of pieces(text)) {
    let score: number | null = null;
    for (const tally of tallies) {
      // Ranges ascend by start: those that ended before this sentence are done with.
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
