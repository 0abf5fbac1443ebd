import { type MonthSpending, monthsIn } from '../store/ledger.ts';
import type { Instant, SiteRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Spending } from './scan-plan.ts';
import type { Timers } from './timers.ts';

/** Longer than any calendar month, in milliseconds. */
const longestMonthMs = 32 * 86_400_000;

/** An instant before the calendar month of another one begins in any zone. */
export const beforeMonthOf = (at: Instant): Instant => at - longestMonthMs;

export interface SpendingOptions {
  store: Pick<Store, 'ledger'>;
  timers: Timers;
  /** In millionths of a US dollar. */
  hostCeiling: number;
}

/** Adds up what a month cost. */
const sumOf = (rows: readonly MonthSpending[], month: string): number =>
  rows.reduce((sum, row) => sum + (row.month === month ? row.amount : 0), 0);

/** What all scans have spent and reserved in the current month: reads the questions of every site. */
export async function readHostSpent({ store, timers }: SpendingOptions): Promise<number> {
  const now = timers.now();
  const rows = await store.ledger.spending(null, 'UTC', beforeMonthOf(now));
  return sumOf(rows, monthsIn('UTC')(now));
}

/**
 * What a site and the whole host have spent and reserved in the current month.
 * @param hostSpent what `readHostSpent` returns, if it was read already
 */
export async function readSpending(
  site: Pick<SiteRecord, 'id' | 'accountId'>,
  zone: string,
  options: SpendingOptions,
  hostSpent: number | Promise<number> = readHostSpent(options),
): Promise<Spending> {
  const { store, timers, hostCeiling } = options;
  const now = timers.now();
  const [rows, spentByAll] = await Promise.all([
    store.ledger.spending(site, zone, beforeMonthOf(now)),
    hostSpent,
  ]);
  const monthSpent = sumOf(rows, monthsIn(zone)(now));
  return { monthSpent, hostSpent: spentByAll, hostCeiling };
}
