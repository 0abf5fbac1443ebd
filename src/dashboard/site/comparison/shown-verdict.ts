import { tickText } from '../../time/format.ts';
import type { Verdict } from '../../verdicts/verdicts.ts';
import type { ChangedScan, MeasurementChange } from './measurement-changes.ts';
import type { Slices } from './slices.ts';

/** Two periods that were measured differently and cannot be compared. */
export interface Changed {
  kind: 'changed';
  /** UTC day of the latest change, YYYY-MM-DD. */
  since: string;
  /** "Perplexity added". */
  what: string;
  /** How many other changes there are. */
  more: number;
}

/** It is not known yet whether the measurement changed. */
interface Pending {
  kind: 'pending';
}

/** What a comparison shows of a series: a verdict, or why there is none. */
export type ShownVerdict = Verdict | Changed | Pending;

/** Changes of measurement, oldest first; null while they are unknown. */
export type MeasurementChanges = readonly ChangedScan[] | null;

/** What may come or go without touching the figures of a platform, a region, or one platform in one region. */
const irrelevant = new Map<string, readonly MeasurementChange['kind'][]>([
  ['platform', ['platform']],
  ['region', ['region']],
  ['cell', ['platform', 'region']],
]);

/** Words for a change: "Perplexity added". */
export const changeText = ({ label, change }: MeasurementChange): string => `${label} ${change}`;

/**
 * What all series of one kind show in place of their verdicts.
 * @param subject whose figures they are: a grouping, or `cell` for one platform in one region
 * @returns null if nothing changed after the first scan of the earlier period, up to the last in view
 */
export function reasonForNoVerdict(
  { before, now }: Slices,
  changes: MeasurementChanges,
  subject: string,
): Changed | Pending | null {
  if (changes === null) return { kind: 'pending' };
  const first = before.scans[0]?.moment ?? Number.POSITIVE_INFINITY;
  const last = now.scans.at(-1)?.moment ?? Number.NEGATIVE_INFINITY;
  const found = changes.flatMap(({ scan, what }) =>
    scan.moment > first && scan.moment <= last
      ? what
          .filter(({ kind }) => !irrelevant.get(subject)?.includes(kind))
          .map((change) => ({ since: scan.date, what: changeText(change) }))
      : [],
  );
  const latest = found.find(({ since }) => since === found.at(-1)?.since);
  return latest ? { kind: 'changed', ...latest, more: found.length - 1 } : null;
}

/** Whether a verdict is one, rather than the reason why there is none. */
export const isVerdict = (verdict: ShownVerdict): verdict is Verdict =>
  verdict.kind !== 'changed' && verdict.kind !== 'pending';

/** A day without its year: "12 Aug". */
export const shortDay = (day: string): string =>
  tickText(Date.parse(`${day}T00:00:00Z`), 'day', 'UTC', undefined);

/** "Measured differently since 12 Aug: Perplexity added and 2 more". */
export const changedSentence = ({ since, what, more }: Changed): string =>
  `Measured differently since ${shortDay(since)}: ${what}${more > 0 ? ` and ${more} more` : ''}`;
