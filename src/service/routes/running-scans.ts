import type { RunningScans } from '../../contract/sightline/scans.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { wasCancelled } from '../scans/judge-scan.ts';
import { findOverdueTime } from '../scans/outlook.ts';
import { countProgress, stateOf } from '../scans/scan-progress.ts';
import { latestWritten } from '../scans/schedule.ts';
import type { LedgerScan, ProgressRow } from '../store/ledger.ts';
import type { Instant } from '../store/records.ts';
import type { Store, Tenant } from '../store/store.ts';
import { withScanRunner } from './require-scan-runner.ts';

/** How far scans of several sites are. */
async function readProgress(
  { ledger }: Store,
  tenant: Tenant,
  scans: readonly LedgerScan[],
): Promise<ProgressRow[]> {
  const bySite = Map.groupBy(scans, ({ siteId }) => siteId);
  const rows = await Promise.all(
    [...bySite].map(([siteId, own]) =>
      ledger.progress(
        tenant,
        siteId,
        own.map(({ id }) => id),
      ),
    ),
  );
  return rows.flat();
}

/** The sites whose schedule is overdue, and those with a schedule whose newest scan failed by itself. */
async function readProblems(
  { ledger }: Store,
  tenant: Tenant,
  now: Instant,
): Promise<RunningScans['problems']> {
  const sites = (await ledger.scannableSites(tenant.accountId)).filter(
    ({ settings }) => settings.schedule !== null,
  );
  if (sites.length === 0) return [];
  const [failed, lastDueTimes] = await Promise.all([
    ledger.failedScans(tenant),
    ledger.lastDueTimes(latestWritten(now)),
  ]);
  const failureOf = new Map(failed.map((scan) => [scan.siteId, scan]));
  return sites.flatMap(({ siteId, siteName, clientId, since, settings }) => {
    const site = { siteId, siteName, clientId };
    const lastDue = lastDueTimes.get(siteId);
    const overdue =
      settings.schedule && findOverdueTime(settings.schedule, { since, lastDue, now });
    if (overdue !== null)
      return [{ ...site, reason: 'The scan is overdue.', since: toTimestamp(overdue) }];
    const failure = failureOf.get(siteId);
    if (!failure || wasCancelled(failure)) return [];
    const reason = `The newest scan failed. ${failure.remark}`.trim();
    return [{ ...site, reason, since: toTimestamp(failure.at) }];
  });
}

/** GET /sightline/v1/collecting: the running scans of all sites, and the schedules that need somebody's attention. */
export const runningScansRoute = withScanRunner(
  ({ store, scanRunner, clock }) =>
    async (context) => {
      const { tenant } = context.get('access');
      const [scans, lastEnd, problems] = await Promise.all([
        store.ledger.runningScans(tenant),
        store.ledger.lastEnd(tenant),
        readProblems(store, tenant, clock()),
      ]);
      const progress = await readProgress(store, tenant, scans);
      const body: RunningScans = {
        running: scans.map((scan) => {
          const rows = progress.filter(({ scanId }) => scanId === scan.id);
          const { questions, answered, failed } = countProgress(scan, rows);
          const { siteId, siteName, clientId, id: scanId } = scan;
          const site = { siteId, siteName, clientId };
          const waitingFor = scanRunner.waitsOf(scanId).map(({ platform }) => platform);
          return { ...site, scanId, state: stateOf(scan), questions, answered, failed, waitingFor };
        }),
        lastEndedAt: lastEnd === null ? null : toTimestamp(lastEnd),
        problems,
      };
      return context.json(body);
    },
);
