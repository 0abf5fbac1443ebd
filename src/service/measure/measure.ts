import { type BrandAliases, createNfcMentionFinder, toNfc } from './mentions.ts';
import { sentimentsOf } from './sentiment.ts';

/** The brands mentioned in an answer's text, as an `AnswerRecord` stores them. */
interface Measurement {
  /** IDs of the mentioned brands, each once, ascending. */
  brandIds: string[];
  /**
   * The sentiment of the brand at the same index, from 0 to 100, in whole millionths; null if the text is reliably
   * detected as a language other than English.
   */
  sentiments: (number | null)[];
}

/** Creates a function that measures answers for one site's brands. Call this once per site: it prepares the search. */
export function createMeasure(brands: readonly BrandAliases[]): (text: string) => Measurement {
  const find = createNfcMentionFinder(brands);
  return (text) => {
    const nfcText = toNfc(text);
    const mentions = find(nfcText);
    return {
      brandIds: mentions.map((mention) => mention.brandId),
      sentiments: sentimentsOf(nfcText, mentions),
    };
  };
}
