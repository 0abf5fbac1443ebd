import type { AskedQuestion, LedgerScan, ScanPlan } from '../../src/service/store/ledger.ts';
import type { Instant } from '../../src/service/store/records.ts';

const uuid = (n: number) => `c0113c70-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

export const accountId = uuid(1);
export const siteId = uuid(2);
const prompts = 10;

/** In millionths of a US dollar; none of them is reached unless it is lowered. */
export const ceilings = { scan: 100_000_000, month: 90_000_000_000, host: 90_000_000_000 };

/** Two instants of one month in UTC, in which the host's ceiling counts. A month of the site begins between them. */
export const inEarlierMonth: Instant = Date.parse('2026-03-31T09:00:00Z');
export const inLaterMonth: Instant = Date.parse('2026-03-31T11:00:00Z');

/** A site that asks 40 questions on each of three platforms. */
export function recordsOfSite(): readonly object[] {
  const createdAt = '2026-01-01T00:00:00Z';
  return [
    { type: 'account', id: accountId, name: 'Acme', kind: 'business' },
    {
      type: 'site',
      ...{ id: siteId, accountId, name: 'acme.example', createdAt },
      collection: {
        platforms: ['chatgpt_api', 'claude_api', 'perplexity_sonar_pro'],
        regions: ['DE', 'US'],
        runs: 2,
        // Not due on these days: it is there for its zone, 14 hours ahead of UTC.
        schedule: { days: [1], time: '00:00', zone: 'Pacific/Kiritimati' },
        scanCeilingUsd: ceilings.scan / 1e6,
        monthCeilingUsd: ceilings.month / 1e6,
      },
    },
    { type: 'brand', id: uuid(3), siteId, name: 'Acme', role: 'tracked' },
    { type: 'brand', id: uuid(4), siteId, name: 'Zenith', role: 'competitor' },
    ...Array.from({ length: prompts }, (_, n) => ({
      type: 'prompt',
      ...{ id: uuid(100 + n), siteId, text: `Question ${n}` },
    })),
  ];
}

/** What a process is started with. */
export interface HostSettings {
  /** The ceiling of the host, in millionths of a US dollar. */
  hostCeiling: number;
  /** How far its clock is ahead, in milliseconds. */
  clockAhead: number;
}

/** Ceilings of a scan that replace those of its site, in millionths of a US dollar. */
export type LoweredCeilings = Partial<Pick<ScanPlan, 'scanCeiling' | 'monthCeiling'>>;

/** Begins to run scans, requests one, or asks for a report about one. */
export type HostCommand =
  | 'run'
  /**
   * Null to request a scan as a person does. Otherwise it is written down without asking whether the ceilings suffice.
   * The result is the scan's ID.
   */
  | { requestWith: LoweredCeilings | null }
  /** The ID of the scan. The result is a `HostReport`. */
  | { report: string };

/** What the process says about a scan. */
export interface HostReport {
  scan: LedgerScan;
  asked: readonly AskedQuestion[];
  /** Every imported answer of the scan, and its figures. */
  answers: { key: string; figures: string }[];
  /** Spent and reserved in the current months of the site and of the host, in millionths of a US dollar. */
  monthSpent: number;
  hostSpent: number;
}
