import type { ReportScan } from '../../api/columns.ts';
import type { ScanCount } from '../../api/sightline/counts.ts';
import type { Definition } from './definitions.ts';

/** Counts of the answers of some scans. */
export interface AnswerCounts {
  answers: number;
  /**
   * Distinct prompts answered: the largest number in one scan, since the service does not say which
   * prompts two scans have in common.
   */
  prompts: number;
  /** Mean over the scans that have answers. */
  answersPerScan: number;
}

/** A verdict based on fewer prompts, or on fewer answers per scan, is exploratory. */
const minPrompts = 50;
const minAnswersPerScan = 30;

export const exploratoryDefinition: Definition = {
  term: 'Exploratory',
  meaning:
    'One of the periods has fewer than 50 prompts, or fewer than 30 answers per scan on average (in a matrix, per scan and cell). With so few, a handful of answers can decide the verdict: treat it as a hint.',
};

/** Adds up the counts of some scans; null without answers, or if any scan has not been counted. */
export function countAnswers(
  counts: readonly ScanCount[],
  scans: readonly Pick<ReportScan, 'scanId'>[],
): AnswerCounts | null {
  const byScan = new Map(counts.map((count) => [count.scanId, count]));
  const scanCounts = scans.flatMap(({ scanId }) => byScan.get(scanId?.toLowerCase() ?? '') ?? []);
  const answeredScans = scanCounts.filter(({ answers }) => answers > 0);
  if (scanCounts.length < scans.length || answeredScans.length === 0) return null;
  const answers = answeredScans.reduce((sum, count) => sum + count.answers, 0);
  return {
    answers,
    prompts: answeredScans.reduce((max, { prompts }) => Math.max(max, prompts), 0),
    answersPerScan: answers / answeredScans.length,
  };
}

/**
 * Whether one of a comparison's periods has so few prompts or answers that the verdict is only a hint. Ignores periods
 * with unknown counts (null).
 * @param cellCount how many cells of a matrix share the answers of a scan; 1 outside a matrix
 */
export const isExploratory = (periods: readonly (AnswerCounts | null)[], cellCount = 1): boolean =>
  periods.some(
    (counts) =>
      counts !== null &&
      (counts.prompts < minPrompts || counts.answersPerScan < minAnswersPerScan * cellCount),
  );
