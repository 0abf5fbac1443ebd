import {
  cancelledRemark,
  responseTimeoutMs,
  type ScanRun,
} from '../../../contract/sightline/scans.ts';
import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { isolate } from '../../../figures/text/isolate.ts';
import { pageLocale } from '../../locale.ts';
import { describeFailedCount, platformName } from '../../scans/progress-words.ts';
import { formatMilliseconds } from '../panels/scan-time.ts';

type PlatformProgress = ScanRun['platforms'][number];

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
export const wasCancelled = ({ endedAt, remark }: ScanRun): boolean =>
  endedAt !== null && remark?.startsWith(cancelledRemark) === true;

/** What became of a scan of the service, in short. One that was cancelled has not asked everything. */
export function stateOf(scan: ScanRun): string {
  if (!wasCancelled(scan)) return stateWord(scan.state);
  return scan.state === 'completed' ? 'Cancelled, measured' : 'Cancelled';
}

/** For how long a scan ran, without the time before a retry; null before it ends. */
export const durationOf = ({ durationMs }: ScanRun): string | null =>
  durationMs === null ? null : formatMilliseconds(durationMs, pageLocale());

/** After so long without a response, a page says that one is waited for. Searches and reasoning take a minute or two. */
const longWaitMs = 120_000;
const failsAfter = `A question fails after ${responseTimeoutMs / 60_000} minutes without a response.`;
/** With a minute to spare, a host that still runs has counted the question as failed by then. */
const lostAfterMs = responseTimeoutMs + 60_000;

/** What a platform said, in quotation marks. */
const quote = (message: string): string => `“${isolate(message)}”`;

/** Why a scan waits for a platform that refuses its questions. */
function describeWait(
  platform: string,
  { since, until, reason, message }: NonNullable<PlatformProgress['waiting']>,
  formatTime: (timestamp: string) => string,
): string {
  const at = (time: string | null) => (time === null ? 'an unknown time' : formatTime(time));
  return [
    `Waiting for ${platformName(platform)}, which has refused questions since ${at(since)}.`,
    ...(reason ? [reason] : []),
    ...(message === null ? [] : [quote(message)]),
    `Next attempt: ${at(until)}. After 30 minutes without an answer, the rest of its questions fail and cost nothing.`,
  ].join(' ');
}

/**
 * What holds a running scan up, in sentences: what it does cannot be stored, it is being cancelled and questions are
 * still in flight, or a platform refuses questions or takes long to respond.
 * @param formatTime formats a timestamp
 */
export function describeHoldups(
  { cancelling, notStoredSince, platforms }: ScanRun,
  formatTime: (timestamp: string) => string,
): string[] {
  const holdups: string[] = [];
  if (notStoredSince !== null)
    holdups.push(
      `Nothing has been stored since ${formatTime(notStoredSince)}: the disk may be full, or the database out of reach. No new questions are sent until this is fixed. Answers that arrive are kept in memory.`,
    );
  const inFlight = platforms.reduce((sum, progress) => sum + (progress.inFlight ?? 0), 0);
  if (cancelling && inFlight > 0)
    holdups.push(
      `No more questions are asked. The scan ends when the ${countWithNoun(inFlight, 'question', 'questions', pageLocale())} in flight ${inFlight === 1 ? 'has' : 'have'} come back. ${failsAfter}`,
    );
  for (const { platform, waiting, inFlight: sent, inFlightMs } of platforms) {
    if (waiting !== null) holdups.push(describeWait(platform ?? '', waiting, formatTime));
    if (inFlightMs === null || inFlightMs < longWaitMs) continue;
    const questions = countWithNoun(sent ?? 0, 'question', 'questions', pageLocale());
    const minutes = countWithNoun(
      Math.floor(inFlightMs / 60_000),
      'minute',
      'minutes',
      pageLocale(),
    );
    holdups.push(
      `${platformName(platform)} has ${questions} in flight, and has not responded to the first of them for ${minutes}. ${inFlightMs < lostAfterMs ? failsAfter : 'The host that runs the scan may have stopped.'}`,
    );
  }
  return holdups;
}

/**
 * Which questions failed on a platform and why, in sentences: "2 of 120 questions failed. 1 was in flight when the
 * service stopped, and may have been paid for."
 */
export function describeFailure({ questions, failed, interrupted }: PlatformProgress): string {
  const all = countWithNoun(questions ?? 0, 'question', 'questions', pageLocale());
  const first = `${countText(failed ?? 0, pageLocale())} of ${all} failed.`;
  if (!interrupted) return first;
  const [verb, share] = interrupted === 1 ? ['was', 'it'] : ['were', 'they'];
  return `${first} ${countText(interrupted, pageLocale())} ${verb} in flight when the service stopped; ${share} may have been paid for.`;
}

/**
 * What failed, in short: "Claude API: 2 failed (Too many requests. “Slow down.”)", for each platform with failed
 * questions, with what the platform said. Reasons that the scan's remark names are left out.
 */
export const summarizeFailures = ({ platforms, remark }: ScanRun): string[] =>
  platforms.flatMap((progress) => {
    const count = describeFailedCount(progress);
    if (count === null) return [];
    const [{ reason, messages } = { reason: null, messages: [] }] = progress.reasons;
    const why = [
      ...(reason && !remark?.includes(reason) ? [reason] : []),
      ...messages.slice(0, 1).map(quote),
    ];
    return [why.length > 0 ? `${count} (${why.join(' ')})` : count];
  });
