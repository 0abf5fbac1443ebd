import { eld } from 'eld/small';
import { type BrandAliases, createMentionFinder, type Mention, type Range } from './mentions.ts';

/** The only language in which sentiment is measured, that of VADER's lexicon, as the detector names it. */
export const sentimentLanguage = 'en';

/**
 * How much of a text is read. The detector reads only 1,000 characters; it receives more because brand names are removed
 * first.
 */
export const maxDetectedLength = 2000;

// Limits for questions, which are short: names of places and of brands that nobody has set up mislead the detector, and
// related languages have nearly the same score.
const minQuestionWords = 4;
const minScoreAboveEnglish = 0.2;
const minScoreAboveOthers = 0.02;

const wordSegmenter = new Intl.Segmenter(sentimentLanguage, { granularity: 'word' });

function rangesInDetectedText({ ranges }: Mention): readonly Range[] {
  const firstOutside = ranges.findIndex(([start]) => start >= maxDetectedLength);
  return firstOutside === -1 ? ranges : ranges.slice(0, firstOutside);
}

/**
 * The start of a text without brand names: they are the same in every language, and mislead the detector in short
 * texts.
 */
function withoutBrands(text: string, mentions: readonly Mention[]): string {
  const ranges = mentions.flatMap(rangesInDetectedText).sort((a, b) => a[0] - b[0]);
  let otherText = '';
  let from = 0;
  for (const [start, end] of ranges) {
    if (start > from) otherText += `${text.slice(from, start)} `;
    from = Math.max(from, end);
  }
  return (otherText + text.slice(from, Math.max(from, maxDetectedLength))).normalize('NFC');
}

/** Whether a text is in a language without sentiment; false if the detector finds none, or is not certain. */
export function isForeign(text: string, mentions: readonly Mention[]): boolean {
  const result = eld.detect(withoutBrands(text, mentions));
  return result.language !== '' && result.language !== sentimentLanguage && result.isReliable();
}

function hasEnoughWords(text: string): boolean {
  let words = 0;
  for (const { isWordLike } of wordSegmenter.segment(text)) {
    if (isWordLike) words += 1;
    if (words === minQuestionWords) return true;
  }
  return false;
}

/**
 * Creates a function that returns the language of a question if it is certain, as an ISO 639-1 code such as `de`; null
 * if it is not, as for most questions of less than four words beside brand names. Call this once per site: it prepares
 * the search for brand names.
 */
export function createQuestionLanguage(
  brands: readonly BrandAliases[],
): (question: string) => string | null {
  const find = createMentionFinder(brands);
  return (question) => {
    const start = question.slice(0, maxDetectedLength);
    const text = withoutBrands(start, find(start));
    if (!hasEnoughWords(text)) return null;
    const result = eld.detect(text);
    if (!result.isReliable()) return null;
    const { [result.language]: score = 0, ...others } = result.getScores();
    const { [sentimentLanguage]: english = 0 } = others;
    const isCertain =
      score - Math.max(0, ...Object.values(others)) >= minScoreAboveOthers &&
      (result.language === sentimentLanguage || score - english >= minScoreAboveEnglish);
    return isCertain ? result.language : null;
  };
}
