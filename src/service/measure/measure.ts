import { readVisibleText } from '../../contract/answer-text/visible-ranges.ts';
import { type BrandAliases, createMentionFinder, type Mention } from './mentions.ts';
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
  /** The place of the brand at the same index in the order of first mention: see `AnswerRecord`. */
  places: number[];
}

/** The place of each mention in the order of first mention, from 1. Mentions that start together share a place. */
function placesOf(mentions: readonly Mention[]): number[] {
  const starts = mentions.map(({ ranges }) => ranges[0]?.[0] ?? 0);
  const ascending = starts.toSorted((a, b) => a - b);
  return starts.map((start) => 1 + ascending.indexOf(start));
}

/** Measures answers for one site's brands. */
export interface Measurer {
  measure(text: string): Measurement;
  /**
   * Finds the places (see `AnswerRecord`) of brands in an answer whose mentions are given; 0 for a brand that the text
   * does not name.
   */
  findPlaces(text: string, brandIds: readonly string[]): number[];
}

/** Creates the measurer of a site. Call this once per site: it prepares the search. */
export function createMeasurer(brands: readonly BrandAliases[]): Measurer {
  const find = createMentionFinder(brands);
  return {
    measure(source) {
      const { text } = readVisibleText(source);
      const mentions = find(text);
      return {
        brandIds: mentions.map((mention) => mention.brandId),
        sentiments: sentimentsOf(text, mentions),
        places: placesOf(mentions),
      };
    },
    findPlaces(source, brandIds) {
      const mentions = find(readVisibleText(source).text).filter(({ brandId }) =>
        brandIds.includes(brandId),
      );
      const places = placesOf(mentions);
      const placeOf = new Map(mentions.map(({ brandId }, index) => [brandId, places[index] ?? 0]));
      return brandIds.map((id) => placeOf.get(id) ?? 0);
    },
  };
}
