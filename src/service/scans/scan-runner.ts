import type { OfferedPlatform, ScanSettings } from '../../contract/sightline/scans.ts';
import type { LedgerScan, ScanPlan } from '../store/ledger.ts';
import type { AccountRecord, Instant, PromptRecord, SiteRecord } from '../store/records.ts';
import type { Tenant } from '../store/store.ts';

/** What a scan of a site would ask now, and whether it can be run. */
export interface ScanOutlook {
  plan: ScanPlan;
  /** The number of questions of the plan. */
  questions: number;
  /** The estimate of the plan, in millionths of a US dollar. */
  estimate: number;
  /** Why no scan can run now, for the user; null if one can. */
  obstacle: string | null;
  /** Spent and reserved in the site's current month, in millionths. */
  monthSpent: number;
  nextDueAt: Instant | null;
  overdueSince: Instant | null;
}

/** Why a scan was not started, cancelled or retried. */
export class ScanRefused extends Error {
  override name = 'ScanRefused';
  /** `busy`: another one runs (409). `impossible`: nothing is connected, or a ceiling is too low (422). */
  readonly kind: 'busy' | 'impossible' | 'absent';
  constructor(kind: 'busy' | 'impossible' | 'absent', reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/** What the site's questions are asked with. */
export interface ScanSubject {
  site: SiteRecord;
  account: Pick<AccountRecord, 'id' | 'sample'>;
  /** Every prompt of the site; retired ones are not asked. */
  prompts: readonly Pick<PromptRecord, 'id' | 'text' | 'retired'>[];
  /** Null if it was never set up. */
  settings: ScanSettings | null;
}

/** A platform that a scan waits for, because it refuses questions. */
export interface ScanWait {
  platform: string;
  /** When it refused the first question since its last answer. */
  since: Instant;
  /** When it is asked again. */
  until: Instant;
  /** Why it refused the last question, for people. */
  reason: string;
}

/** Runs scans: what routes and commands need of it. */
export interface ScanRunner {
  /** Whether this host may run scans (`SCANS`). */
  readonly isOn: boolean;
  /** The host's ceiling for a calendar month in UTC, in millionths of a US dollar. */
  readonly hostCeiling: number;
  /** The platforms that can be asked for an account. Accounts with sample data have invented ones only. */
  platformsFor(account: Pick<AccountRecord, 'sample'>): readonly OfferedPlatform[];
  outlook(subject: ScanSubject): Promise<ScanOutlook>;
  /** What a scan waits for now; nothing if another host runs it. */
  waitsOf(scanId: string): readonly ScanWait[];
  /** Since when what a scan does cannot be stored; null if it can, or if another host runs it. */
  notStoredSince(scanId: string): Instant | null;
  /** Writes a new scan down as queued; the runner asks its questions. @throws ScanRefused */
  requestScan(subject: ScanSubject, requestedBy: string): Promise<LedgerScan>;
  /** Stops asking; what was answered is kept as far as it is enough. @throws ScanRefused */
  cancelScan(tenant: Tenant, siteId: string, scanId: string): Promise<LedgerScan>;
  /**
   * Asks the failed questions of the site's newest scan again, or imports it if its answers could not be imported.
   * @throws ScanRefused
   */
  retryScan(tenant: Tenant, siteId: string, scanId: string): Promise<LedgerScan>;
}
