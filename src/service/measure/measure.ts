import { type BrandAliases, createNfcMentionFinder, toNfc } from './mentions.ts';
import { sentimentsOf } from './sentiment.ts';

/** The brands mentioned in an answer's text, as an `AnswerRecord` stores them. */
interface Measurement {
  /** IDs of the mentioned brands, each once, ascending. */
  brandIds: string[];
  /** For each brand at the same index: sentiment in millionths of the 0–100 scale, or null. */
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
