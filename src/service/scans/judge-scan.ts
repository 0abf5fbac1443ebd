import { platforms } from '../../contract/enums.ts';
import { regionLabel } from '../../contract/region-label.ts';
import { cancelledRemark } from '../../contract/sightline/scans.ts';
import { formatCount } from '../format-count.ts';
import { type AskedQuestion, type LedgerScan, questionOf, type ScanPlan } from '../store/ledger.ts';

/** The share of the questions of a platform in a region that must be answered for its answers to count. */
export const countedShare = 0.8;

/** Which of a scan's answers count, and what to say about the others. */
export interface Verdict {
  /** The indexes of the plan's cells whose answers count. */
  counted: ReadonlySet<number>;
  /**
   * Whether the scan has figures; otherwise it failed. One that was cancelled has some only if every cell counts, since the
   * rest of it was not meant to be left out, or if it had some before a retry.
   */
  isMeasured: boolean;
  /** For the user; empty if everything counts. */
  remark: string;
}

/** Whether a scan was cancelled before all of it was asked, as far as its newest step says. */
export const wasCancelled = ({ remark }: Pick<LedgerScan, 'remark'>): boolean =>
  remark.startsWith(cancelledRemark);

/** The name of a platform; its ID if it is unknown. */
export const nameOfPlatform = (platformId: string): string =>
  platforms.find(({ id }) => id === platformId)?.name ?? platformId;

const mostFrequent = (reasons: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
};

/**
 * Decides which answers of a scan count: those of each platform and region with at least 80 % of its questions answered.
 * @param asked every asked question with its newest attempt
 * @param stops why platforms were not asked everything, by their IDs
 * @param past.wasMeasured whether the scan had figures before it was retried
 */
export function judgeScan(
  plan: ScanPlan,
  asked: readonly AskedQuestion[],
  stops: ReadonlyMap<string, string>,
  past: { isCancelled: boolean; wasMeasured: boolean },
): Verdict {
  const { isCancelled, wasMeasured } = past;
  const questions = plan.prompts.length * plan.runs;
  const answered = plan.cells.map(() => 0);
  for (const { question, outcome } of asked) {
    const { cell } = questionOf(plan, question);
    if (outcome === 'answered') answered[cell] = (answered[cell] ?? 0) + 1;
  }
  const counted = new Set(
    plan.cells.keys().filter((cell) => (answered[cell] ?? 0) >= countedShare * questions),
  );
  const isWhole = counted.size === plan.cells.length;
  const isMeasured = counted.size > 0 && (isWhole || !isCancelled || wasMeasured);
  const describe = (platformId: string): string[] => {
    const missing = [...plan.cells.entries()].filter(
      ([index, { platform }]) => platform === platformId && !counted.has(index),
    );
    const stop = stops.get(platformId);
    if (missing.length === 0)
      return stop === undefined ? [] : [`${nameOfPlatform(platformId)}: ${stop}`];
    const regions = missing.map(([, { region }]) => regionLabel(region)).join(', ');
    const count = missing.reduce((sum, [index]) => sum + (answered[index] ?? 0), 0);
    const total = missing.length * questions;
    const failures = asked
      .filter(({ question, outcome, reason, platform }) => {
        const isCounted = counted.has(questionOf(plan, question).cell);
        return platform === platformId && !isCounted && outcome !== 'answered' && reason !== '';
      })
      .map(({ reason }) => reason);
    const why = stop ?? mostFrequent(failures);
    return [
      `${nameOfPlatform(platformId)} (${regions}) is left out: only ${count.toLocaleString('en')} of ${formatCount(total, 'question')} ${total === 1 ? 'was' : 'were'} answered.`,
      ...(why === undefined ? [] : [why]),
    ];
  };
  const sentences = [
    ...(isCancelled ? [cancelledRemark] : []),
    ...(counted.size === 0 ? ['Too few questions were answered to measure anything.'] : []),
    ...(counted.size > 0 && !isMeasured
      ? [
          'It is not in the figures because some platforms or regions are incomplete. Its answers are still listed.',
        ]
      : []),
    ...[...new Set(plan.cells.map(({ platform }) => platform))].flatMap(describe),
  ];
  return { counted, isMeasured, remark: sentences.join(' ') };
}
