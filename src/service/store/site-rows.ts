import type { BrandRecord, Instant, SiteRecord } from './records.ts';
import type { MeasuredScan, PlatformModel } from './scan-rows.ts';

/** A site as shown in lists of all sites. */
export interface ListedSite extends SiteRecord {
  /** Null for the site of a business account. */
  clientName: string | null;
  /** The first of the site's brands with the role `tracked`; null if there is none. */
  trackedBrand: Pick<BrandRecord, 'id' | 'name'> | null;
  /** The last completed scan, in the order of a timeline; null if there is none. */
  lastScan: { id: string; completedAt: Instant | null } | null;
}

/** What a scan measured: the number of different prompts with answers, and the platforms and regions of the answers. */
export type ScanMeasurement = Pick<MeasuredScan, 'prompts' | 'platforms' | 'regions'>;

/**
 * A completed scan with the counts from which the tracked brand's visibility is calculated, and what it measured. If
 * the site has no tracked brand, both counts are 0, and `measured` and `models` are empty.
 */
export interface BrandScan {
  id: string;
  /** See `scanDayOf`. */
  date: string;
  completedAt: Instant | null;
  answers: number;
  /** Answers that mention the tracked brand. */
  mentions: number;
  measured: ScanMeasurement;
  models: readonly PlatformModel[];
  /** One of `scanRules`; absent for the current ones. */
  rules?: number | undefined;
}

/** A site with its last completed scans, oldest first. */
export interface OverviewSite extends ListedSite {
  scans: readonly BrandScan[];
  /**
   * The number of failed scans that are newer than the newest completed one, in the order of `Store.scans`; all
   * failed scans if none has completed.
   */
  failedScans: number;
}
