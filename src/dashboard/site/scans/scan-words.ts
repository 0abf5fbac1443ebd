import { type CollectedScan, cancelledRemark } from '../../../contract/sightline/collect.ts';
import { describeFailedCount } from '../../collecting/progress-words.ts';
import { countText, countWithNoun } from '../../counts.ts';

type PlatformProgress = CollectedScan['platforms'][number];

const states = new Map([
  ['queued', 'Queued'],
  ['running', 'Running'],
  ['importing', 'Importing'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
  ['skipped', 'Skipped'],
]);

/** A scan's state in one word. An unknown one is shown as it is. */
export const stateWord = (state: string | null): string =>
  states.get(state ?? '') ?? (state || 'Unknown');

/** Whether a scan has ended because somebody cancelled it. */
export const wasCancelled = ({ endedAt, remark }: CollectedScan): boolean =>
  endedAt !== null && remark?.startsWith(cancelledRemark) === true;

/** What became of a scan of the service, in short. One that was cancelled has not measured everything. */
export function stateOf(scan: CollectedScan): string {
  if (!wasCancelled(scan)) return stateWord(scan.state);
  return scan.state === 'completed' ? 'Cancelled, partly measured' : 'Cancelled';
}

/**
 * Which questions failed on a platform and why, in sentences: "2 of 120 questions failed. 1 was in flight when the
 * service stopped, and may have been paid for."
 */
export function describeFailure({ questions, failed, interrupted }: PlatformProgress): string {
  const all = countWithNoun(questions ?? 0, 'question', 'questions', undefined);
  const first = `${countText(failed ?? 0, undefined)} of ${all} failed.`;
  if (!interrupted) return first;
  const [verb, share] = interrupted === 1 ? ['was', 'it'] : ['were', 'they'];
  return `${first} ${countText(interrupted, undefined)} ${verb} in flight when the service stopped; ${share} may have been paid for.`;
}

/**
 * What failed, in short: "Claude API: 2 failed (Too many requests. “Slow down.”)", for each platform with failed
 * questions, with what the platform said. Reasons that the scan's remark names are left out.
 */
export const summarizeFailures = ({ platforms, remark }: CollectedScan): string[] =>
  platforms.flatMap((progress) => {
    const count = describeFailedCount(progress);
    if (count === null) return [];
    const [{ reason, messages } = { reason: null, messages: [] }] = progress.reasons;
    const why = [
      ...(reason && !remark?.includes(reason) ? [reason] : []),
      // Isolated, since the text may be written from right to left.
      ...messages.slice(0, 1).map((message) => `“\u2068${message}\u2069”`),
    ];
    return [why.length > 0 ? `${count} (${why.join(' ')})` : count];
  });
