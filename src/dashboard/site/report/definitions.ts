import type { Metric } from '../../../contract/enums.ts';

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
    meaning: 'The brand’s share of all brand mentions in the answers.',
  },
  sentiment: {
    term: 'Sentiment',
    meaning:
      'How favourably answers mention the brand, on average: from 0 to 100, where 50 is neutral. Mentions without a sentiment do not count.',
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
