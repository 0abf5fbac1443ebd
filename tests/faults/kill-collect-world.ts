import type { AskedQuestion, LedgerScan } from '../../src/service/store/ledger.ts';

const uuid = (n: number) => `c0113c70-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

export const accountId = uuid(1);
export const siteId = uuid(2);
const prompts = 10;

/** In millionths of a US dollar; the month's can be used up by a thousand scans. */
export const ceilings = { scan: 100_000_000, month: 90_000_000_000, host: 90_000_000_000 };

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
        schedule: null,
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

/** Requests a scan, or a report about one. */
export type HostCommand =
  /** In millionths of a US dollar, lower than that of the site; null for the site's. The result is the scan's ID. */
  | { requestWithCeiling: number | null }
  /** The ID of the scan. The result is a `HostReport`. */
  | { report: string };

/** What the process says about a scan. */
export interface HostReport {
  scan: LedgerScan;
  asked: readonly AskedQuestion[];
  /** Every imported answer of the scan, and its figures. */
  answers: { key: string; figures: string }[];
  /** Spent and reserved by all scans, in millionths of a US dollar. */
  spent: number;
}
