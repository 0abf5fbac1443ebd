import { formatCount } from '../format-count.ts';
import type { ImportSummary } from './import.ts';

const listCounts = (counts: readonly (readonly [n: number, noun: string])[]): string =>
  counts
    .filter(([n]) => n > 0)
    .map(([n, noun]) => formatCount(n, noun))
    .join(', ');

type RecordCounts = Pick<
  ImportSummary,
  | 'answers'
  | 'scans'
  | 'accountRecords'
  | 'clients'
  | 'sites'
  | 'brands'
  | 'prompts'
  | 'recommendations'
  | 'notes'
>;

/** Describes what a file contains, such as `2 answers, 1 scan, 1 client`. Leaves out types without records. */
export const describeContent = (summary: RecordCounts): string =>
  listCounts([
    [summary.answers, 'answer'],
    [summary.scans, 'scan'],
    [summary.accountRecords, 'account'],
    [summary.clients, 'client'],
    [summary.sites, 'site'],
    [summary.brands, 'brand'],
    [summary.prompts, 'prompt'],
    [summary.recommendations, 'recommendation'],
    [summary.notes, 'note'],
  ]);

/**
 * Describes what an import contained and removed, such as `2 answers, 1 scan; removed 1 client`. Leaves out types
 * without records.
 */
export function describeRecordCounts(summary: ImportSummary): string {
  const given = describeContent(summary);
  const removed = listCounts(Object.entries(summary.removed).map(([noun, n]) => [n, noun]));
  return [given, ...(removed === '' ? [] : [`removed ${removed}`])]
    .filter((part) => part !== '')
    .join('; ');
}

/** Sentences that say which answers an import stored under another region than the one they name. */
export function describeStoredRegions({
  ukAnswers,
  blankAreaAnswers,
  respelledAnswers,
}: Pick<ImportSummary, 'ukAnswers' | 'blankAreaAnswers' | 'respelledAnswers'>): string[] {
  const sentences: string[] = [];
  if (ukAnswers > 0)
    sentences.push(
      `${formatCount(ukAnswers, 'answer')} named the region UK, which is stored as GB.`,
    );
  if (blankAreaAnswers > 0)
    sentences.push(
      `${formatCount(blankAreaAnswers, 'answer')} named a blank area, which is left out of the region.`,
    );
  if (respelledAnswers > 0)
    sentences.push(
      `${formatCount(respelledAnswers, 'answer')} named an area by a code or in a spelling other than the stored one.`,
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

/** The maximum number of lines with emptied addresses that a summary lists. */
const maxLinesListed = 10;

/** Sentences that say which lines had an address that was left empty. */
export function describeEmptiedAddresses({
  emptiedAddressLines: lines,
}: Pick<ImportSummary, 'emptiedAddressLines'>): string[] {
  if (lines.length === 0) return [];
  const listed = lines.slice(0, maxLinesListed).map((line) => `line ${line}`);
  const more = lines.length - listed.length;
  const list = more > 0 ? [...listed, `and ${more.toLocaleString('en')} more`] : listed;
  return [`Addresses that are not http or https addresses were left empty: ${list.join(', ')}.`];
}

function describeRepeatedRecords(repeatCount: number, repeats: ImportSummary['repeats']): string {
  const lines = repeats.map(({ line, earlierLine }) => `line ${line} for line ${earlierLine}`);
  const more = repeatCount - repeats.length;
  const list = more > 0 ? [...lines, `and ${more.toLocaleString('en')} more`] : lines;
  return `${formatCount(repeatCount, 'record')} replaced an earlier one with the same ID in the file: ${list.join(', ')}.`;
}
