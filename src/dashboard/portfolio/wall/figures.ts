import type { Site } from '../../../contract/portfolio.ts';
import type { IncomparablePeriods } from '../../site/comparison/shown-verdict.ts';
import type { Comparison } from '../../verdicts/verdicts.ts';
import type { TrendWithStatus } from '../trend.ts';

/** What identifies a site in a row. */
export type SiteName = Pick<Site, 'id' | 'name'>;

/** The site whose figures a client's row shows. */
export interface ShownSite {
  site: SiteName;
  trend: TrendWithStatus;
  /** The tracked brand's visibility in the last 30 days and in the 30 before, from at most its last 60 scans. */
  comparison: Comparison;
  /** How the measurement changed, which is why there is no verdict; null if no change is known or nothing is compared. */
  incomparable: IncomparablePeriods | null;
}

/** What a client's row shows besides its name. */
export interface ClientFigures {
  /** Active sites, newest first; at most those of the list's first page. */
  sites: readonly SiteName[];
  hasMoreSites: boolean;
  /**
   * Of the first five sites, the most recently scanned one with a tracked brand, or else the most recently
   * scanned one; null without sites.
   */
  shown: ShownSite | null;
}

/** The failed scans of one or more sites, each counted since the site's last completed scan. */
export interface FailedScanCount {
  count: number;
  /** Whether there may be more. */
  isMinimum: boolean;
  /** What came before them: a completed scan of the only site, of each site, no completed scan, or unknown. */
  since: 'completed' | 'each completed' | 'none completed' | 'unknown';
}
