import type { Metric } from '../../contract/enums.ts';
import type { BrandRecord } from '../store/records.ts';

/**
 * The brands that a brand's gap is measured against: the other tracked and competitor brands, or the other discovered
 * ones if there are none.
 */
export function comparatorsOf(
  brand: BrandRecord,
  brands: readonly BrandRecord[],
): readonly BrandRecord[] {
  const others = brands.filter((other) => other.id !== brand.id);
  const trackedOrCompetitors = others.filter((other) => other.role !== 'discovered');
  return trackedOrCompetitors.length > 0 ? trackedOrCompetitors : others;
}

/**
 * Finds the brands whose mentions a report needs: those that its series describe and, for gap, their comparators.
 * @returns their IDs, or null for every brand of the site.
 */
export function findNeededBrandIds(
  metric: Metric,
  describedBrands: readonly BrandRecord[],
  brands: readonly BrandRecord[],
): readonly string[] | null {
  const neededBrands = new Set(describedBrands);
  if (metric === 'gap') {
    for (const brand of describedBrands) {
      for (const comparator of comparatorsOf(brand, brands)) neededBrands.add(comparator);
    }
  }
  return neededBrands.size === brands.length ? null : [...neededBrands].map((brand) => brand.id);
}
