import { type Mark, maxAnswerLength } from '../../contract/sightline/answers.ts';
import { type BrandAliases, createMentionFinder } from '../measure/mentions.ts';

/** How much text after the last possible mark is read, so that a name that continues there is not cut short. */
const contextLength = 1_000;

/**
 * Creates a function that finds the brands with the given IDs in an answer's text. It returns where they are
 * mentioned, as UTF-16 offsets in ascending order. Only the part of the text that pages show is searched, so that
 * even the longest texts do not block other requests.
 */
export function createMarkFinder(
  brands: readonly BrandAliases[],
): (text: string, brandIds: readonly string[]) => Mark[] {
  const findMentions = createMentionFinder(brands);
  return (text, brandIds) =>
    findMentions(text.slice(0, maxAnswerLength + contextLength))
      .filter(({ brandId }) => brandIds.includes(brandId))
      .flatMap(({ brandId, ranges }) => ranges.map(([start, end]) => ({ brandId, start, end })))
      .filter(({ end }) => end <= maxAnswerLength)
      .sort((a, b) => a.start - b.start || a.end - b.end);
}
