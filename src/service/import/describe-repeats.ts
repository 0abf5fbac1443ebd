import { formatCount } from '../format-count.ts';
import type { ImportSummary } from './import.ts';

/** A sentence that says which lines replaced earlier ones with the same ID; null if there are none. */
export function describeRepeats({
  repeatCount,
  repeats,
}: Pick<ImportSummary, 'repeatCount' | 'repeats'>): string | null {
  if (repeatCount === 0) return null;
  const lines = repeats.map(({ line, earlierLine }) => `line ${line} for line ${earlierLine}`);
  const more = repeatCount - repeats.length;
  const list = more > 0 ? [...lines, `and ${more.toLocaleString('en')} more`] : lines;
  return `${formatCount(repeatCount, 'record')} replaced an earlier one with the same ID in the file: ${list.join(', ')}.`;
}
