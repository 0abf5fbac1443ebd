import { addDays, utcDay } from '../../contract/dates/days.ts';
import { comparisonOf, daysInView } from '../../contract/dates/days-in-view.ts';
import { spanOf } from '../../contract/dates/periods.ts';
import { filterParameters } from '../../contract/parameters.ts';
import { storedRegionOf } from '../regions/stored-region.ts';
import { readCanonicalQuery } from '../reports/canonical-query.ts';
import type { Instant, ShareRecord } from '../store/records.ts';
import type { ScanDays } from '../store/scan-day.ts';
import type { ShareFilter } from '../store/share-filter.ts';
import { type AnswerScope, promptFilters } from '../store/store.ts';

/**
 * The days that a share can read on the UTC day `today`: figures on every day that a comparison needs, and answers on
 * the days in view. If the compared days come directly before the days in view, their answers can be read too.
 */
function readableDaysOf(
  { dates }: Pick<ShareRecord, 'dates'>,
  today: string,
): ScanDays & Pick<ShareFilter, 'answersFrom'> {
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

/** The filter of a share at an instant. */
export const shareFilterOf = (id: string, share: ShareRecord, now: Instant): ShareFilter => ({
  id,
  kind: share.kind,
  siteId: share.siteId,
  pages: share.pages,
  filters: readCanonicalQuery(filterParameters, new URLSearchParams(share.question)).query,
  ...readableDaysOf(share, utcDay(now)),
});

/** Identifies what a share filter lets through. */
export const shareFilterKeyOf = ({ id, startDate, endDate }: ShareFilter): string =>
  `share ${id} ${startDate} ${endDate}`;

/** An ID that no prompt has, so that a scope with it matches no answer. */
const noPromptId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const mentionsTracked = {
  mentions_tracked_brand: true,
  does_not_mention_tracked_brand: false,
} as const;

/** The answers that a share filter lets through. */
export function scopeOf({
  filters,
  startDate,
  endDate,
  exceptDays = null,
}: ShareFilter): AnswerScope {
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
  allowed: readonly string[],
): readonly string[] | null {
  if (allowed.length === 0) return requested;
  if (requested.length === 0) return allowed;
  const common = requested.filter((value) => allowed.includes(value));
  return common.length === 0 ? null : common;
}

/** Whether `region` is `other`, or the country that contains it. */
const covers = (region: string, other: string): boolean =>
  region === other || (!region.includes(':') && other.startsWith(`${region}:`));

/** The regions in both lists, where a country covers its areas; null if there are none. */
function intersectRegions(
  requested: readonly string[],
  allowed: readonly string[],
): readonly string[] | null {
  if (allowed.length === 0) return requested;
  if (requested.length === 0) return allowed;
  const common = requested.flatMap((region) => {
    if (allowed.some((allowedRegion) => covers(allowedRegion, region))) return [region];
    return allowed.filter((allowedRegion) => covers(region, allowedRegion));
  });
  return common.length === 0 ? null : [...new Set(common)];
}

const laterDay = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a > b ? a : b;
const earlierDay = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b;

/** Whether a share filter lets only some prompts through. */
export function filtersPrompts(shareFilter: ShareFilter): boolean {
  const allowed = scopeOf(shareFilter);
  return allowed.mentionsTracked !== null || promptFilters.some((name) => allowed[name].length > 0);
}

/**
 * The part of a scope that a share filter lets through; if there is none, a scope that matches nothing. Since a prompt
 * may have several tags, the share's and the requested tags cannot be intersected, so IDs of prompts replace all prompt
 * filters of the share.
 * @param prompts IDs of the prompts that the share filter lets through; null for all.
 */
export function narrowScope<S extends AnswerScope>(
  scope: S,
  shareFilter: ShareFilter,
  prompts: ReadonlySet<string> | null,
): S {
  const allowed = scopeOf(shareFilter);
  const platform = intersect(scope.platform, allowed.platform);
  const region = intersectRegions(scope.region, allowed.region);
  const promptId =
    prompts === null ? scope.promptId : intersect(scope.promptId, [...prompts, noPromptId]);
  const isEmpty = platform === null || region === null || promptId === null;
  return {
    ...scope,
    platform: platform ?? [],
    region: region ?? [],
    promptId: isEmpty ? [noPromptId] : promptId,
    startDate: laterDay(scope.startDate, allowed.startDate),
    endDate: earlierDay(scope.endDate, allowed.endDate),
    exceptDays: allowed.exceptDays ?? null,
  };
}

/** The share filter for answers and sources, which may allow fewer days than the share filter for figures. */
export const toAnswerFilter = (shareFilter: ShareFilter): ShareFilter => ({
  ...shareFilter,
  startDate: shareFilter.answersFrom,
});

/** Whether the platform and region of an answer match a share's filters. */
export const matchesPlatformAndRegion = (
  { platform, region }: { platform: string; region: string },
  { filters }: ShareFilter,
): boolean =>
  (filters.platform.length === 0 || filters.platform.some((id) => id === platform)) &&
  (filters.region.length === 0 ||
    filters.region.some((code) => covers(code, storedRegionOf(region))));
