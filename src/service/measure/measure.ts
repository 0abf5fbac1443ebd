import { type BrandAliases, createMentionFinder, toNfc } from './mentions.ts';
import { sentimentsOf } from './sentiment.ts';

/** What one answer's text says of a site's brands, as an `AnswerRecord` keeps it. */
interface Measurement {
  /** Brands mentioned, each once, ascending. */
  brandIds: string[];
  /** Beside each brand: sentiment in millionths of the 0–100 scale, or null. */
  sentiments: (number | null)[];
}

/** A function that measures answers for one site's brands; make it once a site, since it prepares the search. */
export function createMeasure(brands: readonly BrandAliases[]): (text: string) => Measurement {
  const find = createMentionFinder(brands);
  return (text) => {
    const normal = toNfc(text);
    const mentions = find(normal);
    return {
      brandIds: mentions.map((mention) => mention.brandId),
      sentiments: sentimentsOf(normal, mentions),
    };
  };
}
