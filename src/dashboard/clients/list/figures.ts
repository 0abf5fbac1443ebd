import type { Client, Site } from '../../../contract/portfolio.ts';
import type { ChangesEffect, KnownVerdict } from '../../../figures/comparison/shown-verdict.ts';
import type { FittingRange } from '../../../figures/periods/fitting-period.ts';
import type { Comparison } from '../../../figures/verdicts/verdicts.ts';
import type { TrendWithStatus } from '../trend.ts';

/** A site's ID and its name, which may be missing. */
export type NamedSite = Pick<Site, 'id' | 'name'>;

/** The site whose figures a client's row shows. */
export interface ShownSite {
  site: NamedSite;
  trend: TrendWithStatus;
  /** The period that the row shows; null if the last scan is too old for any. */
  range: FittingRange | null;
  /** The tracked brand's visibility in that period and in the one before, from at most its last 60 scans. */
  comparison: Comparison;
  /** How changes in what was measured affect the comparison; null if none are known, or nothing is compared. */
  effect: ChangesEffect | null;
}

/** What a client's row shows besides its name. */
export interface ClientFigures {
  /** Active sites, newest first; only the first page of the list. */
  sites: readonly NamedSite[];
  hasMoreSites: boolean;
  /**
   * Of the first five sites, the most recently scanned one with scans of a tracked brand, or else the most recently
   * scanned one; null without sites.
   */
  shown: ShownSite | null;
}

/** The failed scans of one or more sites, counted since each site's last completed scan. */
export interface FailedScanCount {
  count: number;
  /** Whether there may be more. */
  isMinimum: boolean;
  /** Where counting starts: at the last completed scan of the only or of each site, at the first scan, or unknown. */
  since: 'completed' | 'each completed' | 'none completed' | 'unknown';
}

/** A client with its figures, as far as they are known. */
export interface ClientRow {
  id: string;
  client: Client;
  /** Undefined before they are loaded. */
  figures: ClientFigures | undefined;
  /**
   * The verdict on the change, or why there is none; null without a change. The verdict allows for the number of
   * clients.
   */
  verdict: KnownVerdict | null;
  /** When the row's site was last scanned, in milliseconds since 1970; null if unknown. */
  lastScanTime: number | null;
  /** The failed scans of all the client's sites; null if unknown. */
  failedScans: FailedScanCount | null;
  /** Decimals of every visibility and change, the same in all rows. */
  decimals: number;
  /** Whether the figures could not be loaded. */
  hasFailed: boolean;
  /** Whether the figures are being loaded. */
  isLoading: boolean;
}

/** Whether a client's figure has really dropped or risen; undefined if neither. */
export const realMoveOf = ({ verdict }: ClientRow): 'drop' | 'rise' | undefined =>
  verdict?.kind === 'real' ? (verdict.change < 0 ? 'drop' : 'rise') : undefined;
