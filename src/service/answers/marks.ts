import type { Mark } from '../../contract/sightline/answers.ts';
import { type BrandAliases, createMentionFinder } from '../measure/mentions.ts';

/**
 * Creates a function that finds the brands with the given IDs in an answer's text. It returns where they are
 * mentioned, as UTF-16 offsets in ascending order.
 */
export function createMarkFinder(
  brands: readonly BrandAliases[],
): (text: string, brandIds: readonly string[]) => Mark[] {
  const findMentions = createMentionFinder(brands);
  return (text, brandIds) =>
    findMentions(text)
      .filter(({ brandId }) => brandIds.includes(brandId))
      .flatMap(({ brandId, ranges }) => ranges.map(([start, end]) => ({ brandId, start, end })))
      .sort((a, b) => a.start - b.start || a.end - b.end);
}
