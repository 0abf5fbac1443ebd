import { formatCount } from '../format-count.ts';
import type { ImportSummary } from './import.ts';

const listCounts = (counts: readonly (readonly [n: number, noun: string])[]): string =>
  counts
    .filter(([n]) => n > 0)
    .map(([n, noun]) => formatCount(n, noun))
    .join(', ');

/**
 * Describes what an import contained and removed, such as `2 answers, 1 scan; removed 1 client`. Leaves out types
 * without records.
 */
export function describeRecordCounts(summary: ImportSummary): string {
  const given = listCounts([
    [summary.answers, 'answer'],
    [summary.scans, 'scan'],
    [summary.accountRecords, 'account'],
    [summary.clients, 'client'],
    [summary.sites, 'site'],
    [summary.brands, 'brand'],
    [summary.prompts, 'prompt'],
    [summary.recommendations, 'recommendation'],
  ]);
  const removed = listCounts(Object.entries(summary.removed).map(([noun, n]) => [n, noun]));
  return [given, ...(removed === '' ? [] : [`removed ${removed}`])]
    .filter((part) => part !== '')
    .join('; ');
}

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

/** Sentences that say which lines replaced earlier ones with the same ID, and how many answers replaced earlier ones. */
export function describeRepeats({
  repeatCount,
  repeats,
  repeatedAnswers,
}: Pick<ImportSummary, 'repeatCount' | 'repeats' | 'repeatedAnswers'>): string[] {
  const sentences: string[] = [];
  if (repeatCount > 0) sentences.push(describeRepeatedRecords(repeatCount, repeats));
  if (repeatedAnswers > 0)
    sentences.push(
      `${formatCount(repeatedAnswers, 'answer')} replaced an earlier one of the same scan, prompt, platform, region and run in the file.`,
    );
  return sentences;
}

function describeRepeatedRecords(repeatCount: number, repeats: ImportSummary['repeats']): string {
  const lines = repeats.map(({ line, earlierLine }) => `line ${line} for line ${earlierLine}`);
  const more = repeatCount - repeats.length;
  const list = more > 0 ? [...lines, `and ${more.toLocaleString('en')} more`] : lines;
  return `${formatCount(repeatCount, 'record')} replaced an earlier one with the same ID in the file: ${list.join(', ')}.`;
}
