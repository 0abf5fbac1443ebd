import * as v from 'valibot';
import type { NearMiss } from '../measure/near-misses.ts';
import type { BrandRecord } from '../store/records.ts';

export const CountedNearMiss = v.object({
  /** The name of the brand. */
  brand: v.string(),
  spelling: v.string(),
  /** The number of answers that contain the spelling and do not mention the brand. */
  answers: v.number(),
});
type CountedNearMiss = v.InferOutput<typeof CountedNearMiss>;

/** The maximum number of spellings that are counted for a site, so that memory does not grow with the answers. */
const maxSpellings = 10_000;
/** The maximum number of spellings in a summary. */
const maxListed = 20;

/** The near misses in the most answers, most frequent first. */
export const mostFrequent = <T extends { answers: number }>(nearMisses: readonly T[]): T[] =>
  nearMisses.toSorted((a, b) => b.answers - a.answers).slice(0, maxListed);

/** Counts the near misses of one site's brands. */
export class NearMissCounts {
  readonly #nameOf: ReadonlyMap<string, string>;
  readonly #counts = new Map<string, NearMiss & { answers: number }>();

  constructor(brands: readonly BrandRecord[]) {
    this.#nameOf = new Map(brands.map(({ id, name }) => [id, name]));
  }

  /** Counts the near misses of one text. */
  add(nearMisses: readonly NearMiss[]): void {
    for (const { brandId, spelling } of nearMisses) {
      const key = `${brandId} ${spelling}`;
      const counted = this.#counts.get(key);
      if (counted) counted.answers += 1;
      else if (this.#counts.size < maxSpellings)
        this.#counts.set(key, { brandId, spelling, answers: 1 });
    }
  }

  /** The most frequent near misses, with the IDs of the brands. */
  listByBrand(): (NearMiss & { answers: number })[] {
    return mostFrequent([...this.#counts.values()]);
  }

  /** The same with the names of the brands. */
  list(): CountedNearMiss[] {
    return this.listByBrand().map(({ brandId, ...counted }) => ({
      brand: this.#nameOf.get(brandId) ?? '',
      ...counted,
    }));
  }
}
