import { createHash } from 'node:crypto';
import type { ScannableSite } from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { findOutlook, type OutlookOptions } from './outlook.ts';
import { readSubject } from './scan-subject.ts';
import { findDueTime, latestWritten } from './schedule.ts';
import { readHostSpent } from './spending.ts';

type DueScanOptions = OutlookOptions & { store: Pick<Store, 'ledger' | 'lookups'> };

/** The ID of the scan of a due time: always the same, so that no due time has two scans. */
const idOfDueScan = (siteId: string, dueAt: Instant): string =>
  createHash('sha256')
    .update(`${siteId} ${dueAt}`)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-8$3-8$4-');

/** What is said of a scan that was due or requested while another one of its site had not ended. */
export const skippedRemark = 'Another scan of this site was still running.';

/** How many scans are requested at once, so that those that are running go on in between. */
const maxDueScans = 20;

/**
 * Requests scans that are due, a limited number at once. A due time that passed while no host ran scans gets its scan
 * late; of several, only the last does. While another scan of the site has not ended, the due time is skipped. Where
 * something prevents a scan, it has failed before it began.
 * @param sites the sites with settings
 * @param busySites the IDs of sites with a scan that has not ended
 * @returns whether a scan was requested, and whether more are due.
 */
export async function requestDueScans(
  sites: readonly ScannableSite[],
  busySites: ReadonlySet<string>,
  options: DueScanOptions,
): Promise<{ hasRequested: boolean; hasMore: boolean }> {
  const { store, timers } = options;
  const now = timers.now();
  const lastDueTimes = await store.ledger.lastDueTimes(latestWritten(now));
  let hasRequested = false;
  let due = 0;
  // Requests spend nothing yet, so it is the same for all of them.
  let hostSpent: number | null = null;
  for (const site of sites) {
    const { siteId, since } = site;
    const { schedule } = site.settings;
    if (!schedule) continue;
    const dueAt = findDueTime(schedule, { since, lastDue: lastDueTimes.get(siteId), now });
    if (dueAt === null) continue;
    due += 1;
    if (due > maxDueScans) return { hasRequested, hasMore: true };
    const [record] = await store.lookups.sites([siteId]);
    if (!record) continue;
    const account = { id: site.accountId, sample: site.sample };
    const subject = await readSubject(store, record, account);
    hostSpent ??= await readHostSpent(options);
    const { plan, obstacle } = await findOutlook(subject, options, hostSpent);
    const request = {
      id: idOfDueScan(siteId, dueAt),
      accountId: site.accountId,
      siteId,
      createdAt: timers.now(),
      dueAt,
      requestedBy: '',
      plan,
    };
    if (busySites.has(siteId)) {
      await store.ledger.requestScan(request, 'skipped', skippedRemark);
    } else if (obstacle !== null) {
      await store.ledger.requestScan(request, 'failed', obstacle);
    } else {
      await store.ledger.requestScan(request);
      hasRequested = true;
    }
  }
  return { hasRequested, hasMore: false };
}
