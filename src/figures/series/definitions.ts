import type { Metric } from '../../contract/enums.ts';

/** A term that the page uses, and what it means. */
export interface Definition {
  term: string;
  meaning: string;
}

/** The metrics' names, as the page shows them, and what they measure. */
export const metricDefinitions: Record<Metric, Definition> = {
  visibility: {
    term: 'Visibility',
    meaning: 'The share of answers that mention the brand. 0% means no mentions at all.',
  },
  shareOfVoice: {
    term: 'Share of voice',
    meaning:
      'The brand’s share of all mentions of brands in the answers, including brands that are not tracked or not shown. Values from before and after a change of the tracked competitors cannot be compared.',
  },
  sentiment: {
    term: 'Sentiment',
    meaning:
      'The average tone in which answers mention the brand, from 0 to 100, where 50 is neutral; older scans of some services range from −100 to 100. It is not the share of positive answers. Mentions without a sentiment do not count.',
  },
  gap: {
    term: 'Gap',
    meaning:
      'The share of answers that do not mention the brand: 100% minus visibility. Lower is better.',
  },
};

/** What a metric measures, and the other metrics; null for a metric that is newer than this code. */
export function definitionOf(
  metric: string,
): (Definition & { others: readonly Definition[] }) | null {
  const definition = Object.entries(metricDefinitions).find(([name]) => name === metric)?.[1];
  if (!definition) return null;
  const others = Object.values(metricDefinitions).filter((other) => other !== definition);
  return { ...definition, others };
}
