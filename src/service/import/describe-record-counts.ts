import { formatCount } from '../format-count.ts';
import type { ImportSummary } from './import.ts';

/** Describes what an import contained, such as `2 answers, 1 scan, 1 client`. Leaves out types without records. */
export function describeRecordCounts(summary: ImportSummary): string {
  const counts: readonly [number, string][] = [
    [summary.answers, 'answer'],
    [summary.scans, 'scan'],
    [summary.accountRecords, 'account'],
    [summary.clients, 'client'],
    [summary.sites, 'site'],
    [summary.brands, 'brand'],
    [summary.prompts, 'prompt'],
    [summary.recommendations, 'recommendation'],
  ];
  return counts
    .filter(([n]) => n > 0)
    .map(([n, noun]) => formatCount(n, noun))
    .join(', ');
}
