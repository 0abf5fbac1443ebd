import type { Mark } from '../../contract/sightline/answers.ts';
import { type BrandAliases, createMentionFinder } from '../measure/mentions.ts';
import { createOffsetMapper } from './create-offset-mapper.ts';

/**
 * Creates a function that finds the brands with the given IDs in an answer's text. It returns where they are
 * mentioned, as UTF-16 offsets in ascending order.
 */
export function createMarkFinder(
  brands: readonly BrandAliases[],
): (text: string, brandIds: readonly string[]) => Mark[] {
  const findMentions = createMentionFinder(brands);
  return (text, brandIds) => {
    const mentions = findMentions(text).filter(({ brandId }) => brandIds.includes(brandId));
    const offsetsOf = createOffsetMapper(text);
    return mentions
      .flatMap(({ brandId, ranges }) =>
        ranges.map(([from, to]) => {
          const [start, end] = offsetsOf(from, to);
          return { brandId, start, end };
        }),
      )
      .sort((a, b) => a.start - b.start || a.end - b.end);
  };
}
