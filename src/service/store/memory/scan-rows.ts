import type { MeasuredScan } from '../scan-rows.ts';
import type { ScanMeasurement } from '../site-rows.ts';
import type { AnswerRecord, PageRequest } from '../store.ts';
import type { Tables } from './tables.ts';
import { pageNewestFirst } from './visibility.ts';

/** The measurement of a scan with these answers. */
export const measurementOf = (answers: readonly AnswerRecord[]): ScanMeasurement => ({
  prompts: new Set(answers.map(({ promptId }) => promptId)).size,
  platforms: [...new Set(answers.map(({ platform }) => platform))],
  regions: [...new Set(answers.map(({ region }) => region))],
});

/** Implements `Store.scans` for a site that the tenant can see. */
export function measuredScansOf(tables: Tables, siteId: string, page: PageRequest): MeasuredScan[] {
  const scans = [...tables.scans.values()].filter((scan) => scan.siteId === siteId);
  return pageNewestFirst(scans, page).map((scan) => {
    const answers = [...tables.answers.values()].filter(({ scanId }) => scanId === scan.id);
    return { ...scan, answers: answers.length, ...measurementOf(answers) };
  });
}
