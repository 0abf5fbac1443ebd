import type { RecentComparison } from '../../../figures/comparison/compare-recent.ts';
import type { ChangedScan } from '../../../figures/comparison/measurement-changes.ts';
import { effectOfChanges } from '../../../figures/comparison/shown-verdict.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { lastScanTimeOf, type Trend, type TrendWithStatus } from '../trend.ts';
import type { NamedSite, ShownSite } from './figures.ts';

/** The maximum number of sites read per client to choose the one to show. */
export const maxSitesRead = 5;

/** A site that a client's row may show. */
export interface Candidate {
  site: NamedSite;
  /** The report of visibility by brand over all dates. */
  report: ReportColumns;
  trend: Trend;
}

/** When a site was last scanned, for sorting: 0 if the time is unknown, and negative infinity if there are no scans. */
const recencyOf = (trend: Trend): number =>
  lastScanTimeOf(trend) ?? (trend.lastScan === null ? Number.NEGATIVE_INFINITY : 0);

/**
 * Whether a client's row should show the site of `one` rather than that of `other`. If only one of the two sites has
 * scans of its tracked brand, that site is preferred; otherwise, the more recently scanned one.
 */
export function isPreferred(one: Trend, other: Trend): boolean {
  const [hasValues, otherHasValues] = [one.values.length > 0, other.values.length > 0];
  return hasValues === otherHasValues ? recencyOf(one) > recencyOf(other) : hasValues;
}

/**
 * Creates the site that a client's row shows.
 * @param changes the scans that were measured differently from the previous scan, oldest first
 */
export const toShownSite = (
  { site: { id, name }, trend }: Candidate,
  newestStatus: TrendWithStatus['newestStatus'],
  { range, comparison, compared }: RecentComparison,
  changes: readonly ChangedScan[],
): ShownSite => ({
  site: { id, name },
  trend: { ...trend, newestStatus },
  range,
  comparison,
  effect: effectOfChanges(compared, changes, { groupBy: 'brand', platform: null }),
});
