import { formatCount } from '../format-count.ts';
import type { ImportSummary } from './import.ts';

/** Sentences that say which answers an import stored under another region than the one they name. */
export function describeStoredRegions({
  ukAnswers,
  blankAreaAnswers,
}: Pick<ImportSummary, 'ukAnswers' | 'blankAreaAnswers'>): string[] {
  const sentences: string[] = [];
  if (ukAnswers > 0)
    sentences.push(
      `${formatCount(ukAnswers, 'answer')} named the region UK, which is stored as GB.`,
    );
  if (blankAreaAnswers > 0)
    sentences.push(
      `${formatCount(blankAreaAnswers, 'answer')} named a blank area, which is left out of the region.`,
    );
  return sentences;
}
