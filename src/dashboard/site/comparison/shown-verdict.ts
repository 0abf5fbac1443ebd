import type { ReportColumns } from '../../api/columns.ts';
import { shortDay } from '../../time/format.ts';
import type { Verdict } from '../../verdicts/verdicts.ts';
import type { Wording } from '../report/reading.ts';
import type { ChangedScan, MeasurementChange } from './measurement-changes.ts';

/** Two periods that were measured differently and cannot be compared. */
export interface IncomparablePeriods {
  kind: 'changed';
  /** UTC day of the latest change, YYYY-MM-DD. */
  since: string;
  /** UTC day of the last scan in view, YYYY-MM-DD. */
  until: string;
  /** The first change on that day, such as "Perplexity added"; the only one that is named. */
  namedChange: string;
  /** How many other changes there are on the same day. */
  sameDayCount: number;
  /** How many changes there are on earlier days. */
  earlierCount: number;
}

/** Takes the place of a verdict while it is unknown whether the measurement changed. */
interface PendingVerdict {
  kind: 'pending';
}

/** What a comparison shows for a series: a verdict, or why there is none. */
export type ShownVerdict = Verdict | IncomparablePeriods | PendingVerdict;

/** The scans at which the measurement changed, oldest first; null while they are unknown. */
export type MeasurementChanges = readonly ChangedScan[] | null;

/** Kinds of change that do not affect the figures of a platform, a region, or one platform in one region. */
const irrelevantKinds = new Map<string, readonly MeasurementChange['kind'][]>([
  ['platform', ['platform']],
  ['region', ['region']],
  ['cell', ['platform', 'region']],
]);

/** A change in words, such as "Perplexity added". */
export const changeText = ({ label, change }: MeasurementChange): string => `${label} ${change}`;

/** The scans of two periods, oldest first. */
export type ComparedScans = Record<'before' | 'now', Pick<ReportColumns, 'scans'>>;

/**
 * Finds the changes that make two periods incomparable.
 * @param changedScans oldest first
 * @param subject whose figures are compared: a grouping, or `cell` for one platform in one region
 * @returns null if nothing that affects the figures changed after the first compared scan, up to the last scan in view
 */
export function findIncomparable(
  { before, now }: ComparedScans,
  changedScans: readonly ChangedScan[],
  subject: string,
): IncomparablePeriods | null {
  const first = before.scans[0]?.moment ?? Number.POSITIVE_INFINITY;
  const lastScan = now.scans.at(-1);
  const last = lastScan?.moment ?? Number.NEGATIVE_INFINITY;
  const relevantChanges = changedScans.flatMap(({ scan, changes }) =>
    scan.moment > first && scan.moment <= last
      ? changes
          .filter(({ kind }) => !irrelevantKinds.get(subject)?.includes(kind))
          .map((change) => ({ since: scan.date, namedChange: changeText(change) }))
      : [],
  );
  const latestDay = relevantChanges.at(-1)?.since;
  const latestChanges = relevantChanges.filter(({ since }) => since === latestDay);
  if (!lastScan || !latestChanges[0]) return null;
  return {
    kind: 'changed',
    ...latestChanges[0],
    until: lastScan.date,
    sameDayCount: latestChanges.length - 1,
    earlierCount: relevantChanges.length - latestChanges.length,
  };
}

/** Why series have no verdict: pending while the changes are unknown, then the result of `findIncomparable`. */
export const reasonForNoVerdict = (
  compared: ComparedScans,
  changes: MeasurementChanges,
  subject: string,
): IncomparablePeriods | PendingVerdict | null =>
  changes === null ? { kind: 'pending' } : findIncomparable(compared, changes, subject);

/** Whether a shown verdict is a verdict, rather than the reason why there is none. */
export const isVerdict = (verdict: ShownVerdict): verdict is Verdict =>
  verdict.kind !== 'changed' && verdict.kind !== 'pending';

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Such as "2 more changes". */
const changeCountText = (count: number, adjective: string): string =>
  `${count} ${adjective} ${count === 1 ? 'change' : 'changes'}`;

/** "Measured differently since 12 Aug: Perplexity added and 2 more changes, after 3 earlier changes", in UTC days. */
export function changedSentence({
  since,
  until,
  namedChange,
  sameDayCount,
  earlierCount,
}: IncomparablePeriods): string {
  const day = shortDay(startOf(since), startOf(until), 'UTC', undefined);
  const others = sameDayCount > 0 ? ` and ${changeCountText(sameDayCount, 'more')}` : '';
  const before = earlierCount > 0 ? `, after ${changeCountText(earlierCount, 'earlier')}` : '';
  return `Measured differently since ${day}: ${namedChange}${others}${before}`;
}

/** The direction of a real move; undefined for every other verdict. */
export const directionOf = (verdict: ShownVerdict): 'up' | 'down' | undefined =>
  verdict.kind === 'real' ? (verdict.change > 0 ? 'up' : 'down') : undefined;

/**
 * Whether a move in a direction is good or bad; undefined without a direction.
 * @param isTracked whether it is a move of the tracked brand: another brand's is neither good nor bad
 */
export const toneOf = (
  direction: 'up' | 'down' | undefined,
  { isLowerBetter = false }: Pick<Wording, 'isLowerBetter'>,
  isTracked: boolean,
): 'good' | 'bad' | undefined =>
  isTracked && direction ? ((direction === 'up') === isLowerBetter ? 'bad' : 'good') : undefined;
