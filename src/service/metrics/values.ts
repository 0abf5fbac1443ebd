import type { Metric } from '../../contract/enums.ts';
import type { BrandRecord } from '../store/records.ts';
import { comparatorsOf } from './comparators.ts';
import { gap, sentiment, shareOfVoice, visibility } from './formulas.ts';
import type { BrandTally, CountsByScan, GroupTally } from './tally.ts';

const at = (counts: CountsByScan | undefined, scan: number) => counts?.[scan] ?? 0;

function valueAt(
  metric: Metric,
  group: GroupTally | undefined,
  own: BrandTally | undefined,
  comparators: readonly (BrandTally | undefined)[],
  scan: number,
): number | null {
  const mentions = at(own?.mentions, scan);
  const answers = at(group?.answers, scan);
  switch (metric) {
    case 'visibility':
      return visibility(mentions, answers);
    case 'shareOfVoice':
      return shareOfVoice(mentions, at(group?.mentions, scan));
    case 'sentiment':
      return sentiment(at(own?.sentimentSum, scan), at(own?.sentiments, scan));
    case 'gap':
      return gap(
        mentions,
        comparators.map((each) => at(each?.mentions, scan)),
        answers,
      );
  }
}

/**
 * One brand's metric in one group (such as a platform, a prompt, or all answers), with a value for each scan.
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
  const own = group?.brands.get(brand.id);
  const comparators =
    metric === 'gap' ? comparatorsOf(brand, brands).map((each) => group?.brands.get(each.id)) : [];
  return Array.from({ length: scanCount }, (_, scan) =>
    valueAt(metric, group, own, comparators, scan),
  );
}
