import { isSameId } from '../../../contract/fields.ts';
import type { MeasuredScan } from '../../../contract/sightline/resources.ts';
import { timeAgo } from '../../../figures/formats/dates.ts';

/**
 * When the last of the completed scans completed, in milliseconds since 1970; null if unknown.
 * @param scans newest first
 */
export function lastCompletionOf(scans: readonly MeasuredScan[]): number | null {
  const completions = scans.flatMap(({ status, completedAt }) => {
    const moment = status === 'completed' ? Date.parse(completedAt ?? '') : Number.NaN;
    return Number.isNaN(moment) ? [] : [moment];
  });
  return completions.length === 0 ? null : Math.max(...completions);
}

/**
 * Describes the newest scan if it is pending or has failed, provided that the last completed scan is the last in view,
 * or that there are neither completed scans nor scans in view.
 * @param scans newest first
 * @param lastInView ID of the last scan in view; null if that scan has no ID, or if no scan is in view
 * @param now milliseconds since 1970
 * @returns text such as "the latest scan failed 2 hours ago"; null if there is nothing to say
 */
export function describeNewestScan(
  scans: readonly MeasuredScan[],
  lastInView: string | null,
  now: number,
): string | null {
  const lastCompleted = scans.find(({ status }) => status === 'completed');
  const isLastInView = lastCompleted ? isSameId(lastCompleted.id, lastInView) : lastInView === null;
  const [newest] = scans;
  if (!isLastInView || !newest) return null;
  if (newest.status === 'queued') return 'a new scan is queued';
  if (newest.status === 'running') return 'a new scan is running';
  if (newest.status !== 'failed') return null;
  const when = Date.parse(newest.completedAt ?? newest.createdAt ?? '');
  return Number.isNaN(when)
    ? 'the latest scan failed'
    : `the latest scan failed ${timeAgo(when, now)}`;
}
