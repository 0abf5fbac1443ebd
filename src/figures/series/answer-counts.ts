import { countWithNoun } from '../formats/counts.ts';
import type { ReportScan } from './columns.ts';
import type { Definition } from './definitions.ts';

/** The number of answers that the filters select in a scan, and the number of different prompts among them. */
export interface ScanCount {
  /** In lower case. */
  scanId: string;
  answers: number;
  prompts: number;
}

/** The counts of the scans behind a timeline. */
export interface CountedScans {
  /** Oldest first, without those that are invalid. */
  scans: readonly ScanCount[];
  /** The number of different prompts among the answers of all scans; null if the service does not say. */
  prompts: number | null;
}

/** Counts of the answers of some scans. */
export interface AnswerCounts {
  answers: number;
  /** The largest number of prompts in one scan. */
  promptsPerScan: number;
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
    promptsPerScan: answeredScans.reduce((max, { prompts }) => Math.max(max, prompts), 0),
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
      (counts.promptsPerScan < minPrompts || counts.answersPerScan < minAnswersPerScan * cellCount),
  );

/**
 * Describes what is behind the scans in view, such as "4,578 answers to 16 prompts"; null if any of them has not been
 * counted. The number of prompts is the largest in one scan if the service does not count those of all scans, or if it
 * counts scans that are not in view.
 */
export function describeAnswerCounts(
  counts: CountedScans,
  scans: readonly Pick<ReportScan, 'scanId'>[],
  locale: string,
): string | null {
  const total = countAnswers(counts.scans, scans);
  if (!total) return null;
  const ids = new Set(scans.map(({ scanId }) => scanId?.toLowerCase()));
  const areAllCountedInView = counts.scans.every(
    ({ scanId, answers }) => answers === 0 || ids.has(scanId),
  );
  const prompts = (areAllCountedInView ? counts.prompts : null) ?? total.promptsPerScan;
  const answersText = countWithNoun(total.answers, 'answer', 'answers', locale);
  return `${answersText} to ${countWithNoun(prompts, 'prompt', 'prompts', locale)}`;
}
