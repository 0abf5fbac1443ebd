import type { Schedule } from '../../contract/sightline/scans.ts';
import { countQuestions } from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';
import type { PlatformsOf } from './platform.ts';
import { estimatePlan, findObstacle, planScan } from './scan-plan.ts';
import type { ScanOutlook, ScanSubject } from './scan-runner.ts';
import { findDueTime, latestWritten, nextDueTime } from './schedule.ts';
import { readSpending, type SpendingOptions } from './spending.ts';

/** How long after its due time a scan is still expected, in milliseconds. */
const lateMs = 600_000;

/** Another host of the same store may run scans. */
export const notRunHere = 'This host does not run scans (SCANS).';

export interface OutlookOptions extends SpendingOptions {
  platformsOf: PlatformsOf;
  /** Whether this host may run scans. */
  isOn: boolean;
}

/** As `findDueTime`, of due times whose scan is no longer expected. */
export const findOverdueTime = (
  schedule: Schedule,
  { now, ...from }: Parameters<typeof findDueTime>[1],
): Instant | null => findDueTime(schedule, { ...from, now: now - lateMs });

/** `findOverdueTime` of a site. */
async function findOverdue(
  { site, settings }: ScanSubject,
  { store, timers }: OutlookOptions,
): Promise<Instant | null> {
  const schedule = settings?.schedule;
  if (!schedule || !site.active) return null;
  const now = timers.now();
  const lastDueTimes = await store.ledger.lastDueTimes(latestWritten(now));
  const since = site.collection?.since ?? 0;
  return findOverdueTime(schedule, { since, lastDue: lastDueTimes.get(site.id), now });
}

/**
 * What a scan of a site would ask now, and whether it can be run.
 * @param hostSpent as for `readSpending`
 */
export async function findOutlook(
  subject: ScanSubject,
  options: OutlookOptions,
  hostSpent?: number,
): Promise<ScanOutlook> {
  const { settings, account, site } = subject;
  const platforms = options.platformsOf(account);
  const plan = planScan(subject, platforms);
  const [spending, overdueSince] = await Promise.all([
    readSpending(site, plan.zone, options, hostSpent),
    findOverdue(subject, options),
  ]);
  const schedule = site.active ? settings?.schedule : null;
  return {
    plan,
    questions: countQuestions(plan),
    estimate: estimatePlan(plan),
    obstacle: options.isOn ? findObstacle(subject, platforms, plan, spending) : notRunHere,
    monthSpent: spending.monthSpent,
    nextDueAt: schedule ? nextDueTime(schedule, options.timers.now()) : null,
    overdueSince,
  };
}
