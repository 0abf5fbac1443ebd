import { maxSourceDomains, maxSourcePoints } from '../../contract/sightline/sources.ts';
import type { Instant } from './records.ts';

/** A registrable domain cited by answers in scope. */
export interface CitedDomain {
  domain: string;
  /** The number of answers that cite it. */
  answers: number;
  citations: number;
  /** The number of answers that cite it and mention the tracked brand. */
  namedTracked: number;
  /** For each scan in `SourceCounts.scans`, the number of its answers that cite the domain. */
  perScan: readonly number[];
}

/** Counts of the domains that the answers in scope cite. */
export interface SourceCounts {
  /** Completed scans in range, in the order of a timeline, each with the number of its answers in scope. */
  scans: readonly { id: string; date: string; completedAt: Instant | null; answers: number }[];
  answers: number;
  answersWithSources: number;
  /** The number of answers that cite a domain of the tracked brand (see `ownerOf`). */
  citedOwn: number;
  /** The number of these that do not mention the brand. */
  citedNotNamed: number;
  /**
   * At most `maxListedDomainsOf(scans.length)` domains, sorted by answers, then citations (both descending), then
   * domain (by code points).
   */
  domains: readonly CitedDomain[];
  /** The number of all cited domains, listed or not. */
  domainCount: number;
}

/** The maximum number of domains to list. More scans allow fewer domains, because each has a point for every scan. */
export const maxListedDomainsOf = (scanCount: number): number =>
  Math.min(maxSourceDomains, Math.max(1, Math.floor(maxSourcePoints / Math.max(1, scanCount))));

/** The counts if no completed scan is in range. */
export const noSources: SourceCounts = {
  scans: [],
  answers: 0,
  answersWithSources: 0,
  citedOwn: 0,
  citedNotNamed: 0,
  domains: [],
  domainCount: 0,
};
