import type { TimelineCounts } from '../store/store.ts';

/** Counts by scan, with scan i of the timeline at index i. */
export type CountsByScan = number[];

export interface BrandTally {
  mentions: CountsByScan;
  /** Mentions with a sentiment. */
  sentiments: CountsByScan;
  /** In millionths. */
  sentimentSum: CountsByScan;
}

export interface GroupTally {
  answers: CountsByScan;
  /** Mentions of all brands. */
  mentions: CountsByScan;
  brands: Map<string, BrandTally>;
}

/** Arranges a store's rows, which may be in any order, by group and brand. Only groups with answers are included. */
export function tally(counts: TimelineCounts): Map<string, GroupTally> {
  const createZeros = (): CountsByScan => counts.scans.map(() => 0);
  const groups = new Map<string, GroupTally>();

  const { answers, brands } = counts;
  answers.scan.forEach((scan, row) => {
    const name = answers.group[row] ?? '';
    const group = groups.get(name) ?? {
      answers: createZeros(),
      mentions: createZeros(),
      brands: new Map(),
    };
    groups.set(name, group);
    group.answers[scan] = answers.answers[row] ?? 0;
    group.mentions[scan] = answers.mentions[row] ?? 0;
  });
  brands.scan.forEach((scan, row) => {
    const group = groups.get(brands.group[row] ?? '');
    const brandId = brands.brandId[row];
    if (!group || brandId === undefined) return;
    const brand = group.brands.get(brandId) ?? {
      mentions: createZeros(),
      sentiments: createZeros(),
      sentimentSum: createZeros(),
    };
    group.brands.set(brandId, brand);
    brand.mentions[scan] = brands.mentions[row] ?? 0;
    brand.sentiments[scan] = brands.sentiments[row] ?? 0;
    brand.sentimentSum[scan] = brands.sentimentSum[row] ?? 0;
  });
  return groups;
}
