import type { Metric } from '../../contract/enums.ts';
import type { BrandRecord } from '../store/records.ts';
import { comparatorsOf } from './comparators.ts';
import {
  computeGap,
  computeSentiment,
  computeShareOfVoice,
  computeVisibility,
} from './formulas.ts';
import type { BrandTally, CountsByScan, GroupTally } from './tally.ts';

const countAt = (counts: CountsByScan | undefined, scan: number) => counts?.[scan] ?? 0;

function valueAt(
  metric: Metric,
  group: GroupTally | undefined,
  brandTally: BrandTally | undefined,
  comparators: readonly (BrandTally | undefined)[],
  scan: number,
): number | null {
  const mentions = countAt(brandTally?.mentions, scan);
  const answers = countAt(group?.answers, scan);
  switch (metric) {
    case 'visibility':
      return computeVisibility(mentions, answers);
    case 'shareOfVoice':
      return computeShareOfVoice(mentions, countAt(group?.mentions, scan));
    case 'sentiment':
      return computeSentiment(
        countAt(brandTally?.sentimentSum, scan),
        countAt(brandTally?.sentiments, scan),
      );
    case 'gap':
      return computeGap(
        mentions,
        comparators.map((comparator) => countAt(comparator?.mentions, scan)),
        answers,
      );
  }
}

/**
 * One brand's metric in one group (such as a platform, a prompt, or all answers): a value for each scan, null where
 * there is nothing to measure.
 * @param brands all brands of the site.
 * @param group undefined if no scan has answers in it.
 */
export function valuesOf(
  metric: Metric,
  brand: BrandRecord,
  brands: readonly BrandRecord[],
  group: GroupTally | undefined,
  scanCount: number,
): (number | null)[] {
  const brandTally = group?.brands.get(brand.id);
  const comparators =
    metric === 'gap' ? comparatorsOf(brand, brands).map(({ id }) => group?.brands.get(id)) : [];
  return Array.from({ length: scanCount }, (_, scan) =>
    valueAt(metric, group, brandTally, comparators, scan),
  );
}
