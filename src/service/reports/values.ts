import type { Metric } from '../../contract/enums.ts';
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
      return computeGap(mentions, answers);
  }
}

/**
 * One brand's metric in one group (such as a platform, a prompt, or all answers): a value for each scan, null where
 * there is nothing to measure.
 * @param group undefined if no scan has answers in it.
 */
export function valuesOf(
  metric: Metric,
  brandId: string,
  group: GroupTally | undefined,
  scanCount: number,
): (number | null)[] {
  const brandTally = group?.brands.get(brandId);
  return Array.from({ length: scanCount }, (_, scan) => valueAt(metric, group, brandTally, scan));
}
