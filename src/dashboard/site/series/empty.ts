import { canonicalRegion } from '../../../contract/canonical-region.ts';
import { platforms } from '../../../contract/enums.ts';
import { regionLabel } from '../../../contract/region-label.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { groupingName, metricName } from '../../../figures/series/names.ts';
import type { SeriesSummary } from '../../../figures/series/series-summary.ts';
import { isNarrowed } from '../search/filters.ts';
import { readSearch, type TimelineSearch } from '../search/search.ts';

/** Why there is nothing to draw, and what the user can do. */
export interface EmptyState {
  reason: string;
  /** Null if the user can only wait. */
  action: Action | null;
  /** Whether the site has no scans yet, so that the user may have to run one. */
  isUnmeasured?: boolean;
}
interface Action {
  label: string;
  search: TimelineSearch;
}

/** Clears everything in a search but metric, grouping, zone and display, and chooses all dates. */
function clearFiltersAndDates(search: TimelineSearch): TimelineSearch {
  const { metric, groupBy, zone, bucket, view, sort } = search;
  const { dropped: _, ...emptySearch } = readSearch({});
  return { ...emptySearch, metric, groupBy, zone, bucket, view, sort, dates: 'all' };
}

/** The action that clears filters and dates; null if none is set. */
export function clearingAction(search: TimelineSearch): Action | null {
  return isNarrowed(search)
    ? { label: 'Clear filters and dates', search: clearFiltersAndDates(search) }
    : null;
}

/** Explains why a report shows nothing; null if it shows something. */
export function emptyStateOf(
  report: ReportColumns,
  summaries: readonly SeriesSummary[],
  search: TimelineSearch,
): EmptyState | null {
  if (report.series.length === 0 && report.brand === null && report.groupBy !== 'brand') {
    return {
      reason: `This site has no tracked brand yet, so there is nothing to show by ${groupingName(report.groupBy).toLowerCase()}.`,
      action: { label: 'Compare brands', search: { ...search, groupBy: 'brand' } },
    };
  }
  const action = clearingAction(search);
  const points = summaries.reduce((sum, { evidence }) => sum + evidence.points, 0);
  if (points === 0) {
    const reason = action
      ? 'No completed scan matches these filters and dates.'
      : 'No completed scans yet. There is nothing to show until a scan completes.';
    return { reason, action, isUnmeasured: action === null };
  }
  if (summaries.some(({ evidence }) => evidence.count > 0)) return null;
  const metric = metricName(report.metric).toLowerCase();
  const reason = `None of these scans has evidence for ${metric}.`;
  if (action) return { reason, action };
  const visibilitySearch = { ...search, metric: 'visibility' } as const;
  return {
    reason,
    action:
      search.metric === 'visibility'
        ? null
        : { label: 'Show visibility', search: visibilitySearch },
  };
}

/** Names of requested platforms or regions that have no series; empty under other groupings. */
export function absentNames(report: ReportColumns, search: TimelineSearch): string[] {
  const keys = report.series.map(({ key }) => key);
  if (report.groupBy === 'platform' && search.groupBy === 'platform') {
    return search.platform
      .filter((id) => !keys.includes(id))
      .map((id) => platforms.find((platform) => platform.id === id)?.name ?? id);
  }
  if (report.groupBy === 'region' && search.groupBy === 'region') {
    // A country includes all of its areas.
    const prefixes = keys.map((key) => `${canonicalRegion(key)}:`);
    return search.region
      .filter((code) => !prefixes.some((prefix) => prefix.startsWith(`${canonicalRegion(code)}:`)))
      .map((code) => regionLabel(code));
  }
  return [];
}
