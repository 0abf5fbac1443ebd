import { addDays, utcDay } from '../../contract/dates/days.ts';
import { comparisonOf, daysInView } from '../../contract/dates/days-in-view.ts';
import { spanOf } from '../../contract/dates/periods.ts';
import { filterParameters } from '../../contract/parameters.ts';
import { readCanonicalQuery } from '../reports/canonical-query.ts';
import type { Instant, ShareRecord } from '../store/records.ts';
import type { ScanDays } from '../store/scan-day.ts';
import type { ShareLock } from '../store/share-lock.ts';
import { type AnswerScope, promptFilters } from '../store/store.ts';

/**
 * The days that a share can read on the UTC day `today`: figures on every day that a comparison needs, and answers on
 * the days in view. If the compared days come directly before the days in view, their answers can be read too.
 */
function readableDaysOf(
  { dates }: Pick<ShareRecord, 'dates'>,
  today: string,
): ScanDays & Pick<ShareLock, 'answersFrom'> {
  const days = daysInView(dates, today);
  const comparison = comparisonOf(dates, today);
  if (comparison === null || comparison === 'halves')
    return { ...days, answersFrom: days.startDate };
  const { now, before } = comparison;
  const gap = { start: addDays(before.end, 1), end: addDays(now.start, -1) };
  const hasGap = gap.start <= gap.end;
  return {
    ...days,
    startDate: spanOf(comparison).start,
    exceptDays: hasGap ? gap : null,
    answersFrom: hasGap ? now.start : before.start,
  };
}

/** The lock of a share at an instant. */
export const lockOf = (id: string, share: ShareRecord, now: Instant): ShareLock => ({
  id,
  kind: share.kind,
  siteId: share.siteId,
  pages: share.pages,
  filters: readCanonicalQuery(filterParameters, new URLSearchParams(share.question)).query,
  ...readableDaysOf(share, utcDay(now)),
});

/** Identifies what a lock lets through. */
export const lockKeyOf = ({ id, startDate, endDate }: ShareLock): string =>
  `share ${id} ${startDate} ${endDate}`;

/** An ID that no prompt has, so that a scope with it matches no answer. */
const noPromptId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const mentionsTracked = {
  mentions_tracked_brand: true,
  does_not_mention_tracked_brand: false,
} as const;

/** The answers that a lock lets through. */
export function scopeOf({
  filters,
  startDate,
  endDate,
  exceptDays = null,
}: ShareLock): AnswerScope {
  const { brandMention, brand: _, competitorId: __, ...lists } = filters;
  return {
    ...lists,
    mentionsTracked: brandMention && mentionsTracked[brandMention],
    startDate,
    endDate,
    exceptDays,
  };
}

/** The values in both lists; null if there are none. An empty list stands for every value. */
function intersect(
  requested: readonly string[],
  locked: readonly string[],
): readonly string[] | null {
  if (locked.length === 0) return requested;
  if (requested.length === 0) return locked;
  const common = requested.filter((value) => locked.includes(value));
  return common.length === 0 ? null : common;
}

/** Whether `region` is `other`, or the country that contains it. */
const covers = (region: string, other: string): boolean =>
  region === other || (!region.includes(':') && other.startsWith(`${region}:`));

/** The regions in both lists, where a country covers its areas; null if there are none. */
function intersectRegions(
  requested: readonly string[],
  locked: readonly string[],
): readonly string[] | null {
  if (locked.length === 0) return requested;
  if (requested.length === 0) return locked;
  const common = requested.flatMap((region) => {
    if (locked.some((lockedRegion) => covers(lockedRegion, region))) return [region];
    return locked.filter((lockedRegion) => covers(region, lockedRegion));
  });
  return common.length === 0 ? null : [...new Set(common)];
}

const laterDay = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a > b ? a : b;
const earlierDay = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b;

/** Whether a lock lets only some prompts through. */
export function locksPrompts(lock: ShareLock): boolean {
  const locked = scopeOf(lock);
  return locked.mentionsTracked !== null || promptFilters.some((name) => locked[name].length > 0);
}

/**
 * The part of a scope that a lock lets through; if there is none, a scope that matches nothing. Since a prompt may have
 * several tags, locked and requested tags cannot be intersected, so IDs of prompts replace all locked prompt filters.
 * @param prompts IDs of the prompts that the lock lets through; null for all.
 */
export function narrowScope<S extends AnswerScope>(
  scope: S,
  lock: ShareLock,
  prompts: ReadonlySet<string> | null,
): S {
  const locked = scopeOf(lock);
  const platform = intersect(scope.platform, locked.platform);
  const region = intersectRegions(scope.region, locked.region);
  const promptId =
    prompts === null ? scope.promptId : intersect(scope.promptId, [...prompts, noPromptId]);
  const isEmpty = platform === null || region === null || promptId === null;
  return {
    ...scope,
    platform: platform ?? [],
    region: region ?? [],
    promptId: isEmpty ? [noPromptId] : promptId,
    startDate: laterDay(scope.startDate, locked.startDate),
    endDate: earlierDay(scope.endDate, locked.endDate),
    exceptDays: locked.exceptDays ?? null,
  };
}

/** The lock for answers and sources, which may allow fewer days than the lock for figures. */
export const toAnswerLock = (lock: ShareLock): ShareLock => ({
  ...lock,
  startDate: lock.answersFrom,
});

/** Whether the platform and region of an answer match a lock's filters. */
export const matchesPlatformAndRegion = (
  { platform, region }: { platform: string; region: string },
  { filters }: ShareLock,
): boolean =>
  (filters.platform.length === 0 || filters.platform.some((id) => id === platform)) &&
  (filters.region.length === 0 || filters.region.some((code) => covers(code, region)));
