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
/** The maximum number of spellings that are listed of one brand. */
const maxOfBrand = 10;

const isInLowerCase = (spelling: string): boolean =>
  /\p{Ll}/u.test(spelling) && !/\p{Lu}/u.test(spelling);

interface Counted {
  spelling: string;
  answers: number;
}

/** Sorts the most frequent first, but those in lower case last, since they can be ordinary words. */
const sortByUse = <T extends Counted>(nearMisses: readonly T[]): T[] =>
  nearMisses.toSorted(
    (a, b) =>
      Number(isInLowerCase(a.spelling)) - Number(isInLowerCase(b.spelling)) ||
      b.answers - a.answers,
  );

/** The near misses to list in a summary. */
export const mostFrequent = <T extends Counted>(nearMisses: readonly T[]): T[] =>
  sortByUse(nearMisses).slice(0, maxListed);

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

  /** The most frequent near misses of each brand, with its ID. */
  listByBrand(): (NearMiss & { answers: number })[] {
    return [...Map.groupBy(this.#counts.values(), ({ brandId }) => brandId).values()].flatMap(
      (ofBrand) => sortByUse(ofBrand).slice(0, maxOfBrand),
    );
  }

  /** The most frequent near misses, with the names of the brands. */
  list(): CountedNearMiss[] {
    return mostFrequent([...this.#counts.values()]).map(({ brandId, ...counted }) => ({
      brand: this.#nameOf.get(brandId) ?? '',
      ...counted,
    }));
  }
}
