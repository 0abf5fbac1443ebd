import { countQuestions, type MonthSpending } from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';
import type { CollectedStore } from './collected-store.ts';
import type { ScanOutlook, ScanSubject } from './collector.ts';
import { beforeMonthOf, monthOf } from './month.ts';
import type { PlatformsOf } from './platform.ts';
import { estimatePlan, findObstacle, planScan, type Spending } from './scan-plan.ts';
import { lastDueTime, nextDueTime } from './schedule.ts';
import type { Timers } from './timers.ts';

/** How long after its due time a scan is still expected, in milliseconds. */
const lateMs = 600_000;

export interface OutlookOptions {
  store: Pick<CollectedStore, 'ledger'>;
  timers: Timers;
  platformsOf: PlatformsOf;
  /** In millionths of a US dollar. */
  hostCeiling: number;
  /** Whether this host may run scans. */
  isOn: boolean;
}

/** Adds up what a month cost. */
const sumOf = (rows: readonly MonthSpending[], month: string): number =>
  rows.reduce((sum, row) => sum + (row.month === month ? row.amount : 0), 0);

/** What a site and the whole host have spent and reserved in the current month. */
export async function readSpending(
  siteId: string,
  zone: string,
  { store, timers, hostCeiling }: Pick<OutlookOptions, 'store' | 'timers' | 'hostCeiling'>,
): Promise<Spending> {
  const now = timers.now();
  const [siteRows, hostRows] = await Promise.all([
    store.ledger.spending(siteId, zone, beforeMonthOf(now)),
    store.ledger.spending(null, 'UTC', beforeMonthOf(now)),
  ]);
  return {
    monthSpent: sumOf(siteRows, monthOf(now, zone)),
    hostSpent: sumOf(hostRows, monthOf(now, 'UTC')),
    hostCeiling,
  };
}

/** The due time that has passed without a scan; null if there is none. */
async function findOverdue(
  { site, settings }: ScanSubject,
  { store, timers }: OutlookOptions,
): Promise<Instant | null> {
  const schedule = settings?.schedule;
  if (!schedule || !site.active) return null;
  const [sites, lastDueTimes] = await Promise.all([
    store.ledger.collectedSites(),
    store.ledger.lastDueTimes(),
  ]);
  const since = sites.find(({ siteId }) => siteId === site.id)?.since;
  if (since === undefined) return null;
  const after = Math.max(since, lastDueTimes.get(site.id) ?? 0);
  return lastDueTime(schedule, after, timers.now() - lateMs);
}

/** What a scan of a site would ask now, and whether it can be run. */
export async function findOutlook(
  subject: ScanSubject,
  options: OutlookOptions,
): Promise<ScanOutlook> {
  const { settings, account, site } = subject;
  const platforms = options.platformsOf(account);
  const plan = planScan(subject, platforms);
  const [spending, overdueSince] = await Promise.all([
    readSpending(site.id, plan.zone, options),
    findOverdue(subject, options),
  ]);
  const { monthSpent, hostSpent } = spending;
  const schedule = site.active ? settings?.schedule : null;
  return {
    plan,
    questions: countQuestions(plan),
    estimate: estimatePlan(plan),
    obstacle: options.isOn
      ? findObstacle(subject, platforms, plan, spending)
      : 'This installation does not run scans (SCANS).',
    monthSpent,
    hostSpent,
    nextDueAt: schedule ? nextDueTime(schedule, options.timers.now()) : null,
    overdueSince,
  };
}
