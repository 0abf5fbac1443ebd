import type { Collecting } from '../../../contract/sightline/collect.ts';
import { toTimestamp } from '../../reports/timestamp.ts';
import type { LedgerScan, ProgressRow } from '../../store/ledger.ts';
import type { Store, Tenant } from '../../store/store.ts';
import { stateOf } from '../v1-scan.ts';
import { forCollecting } from './require-collector.ts';
import { countProgress } from './scan-progress.ts';

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

/** The sites with a schedule whose newest scan failed, newest first. */
async function readProblems({ ledger }: Store, tenant: Tenant): Promise<Collecting['problems']> {
  const failed = await ledger.failedScans(tenant);
  if (failed.length === 0) return [];
  const scheduled = new Set(
    (await ledger.collectedSites())
      .filter(({ settings }) => settings.schedule !== null)
      .map(({ siteId }) => siteId),
  );
  return failed
    .filter(({ siteId }) => scheduled.has(siteId))
    .map(({ remark, at, ...site }) => ({
      ...site,
      reason: `The newest scan failed. ${remark}`.trim(),
      since: toTimestamp(at),
    }));
}

/** GET /sightline/v1/collecting: the running scans of all sites, and the schedules that need somebody's attention. */
export const collectingRoute = forCollecting(({ store }) => async (context) => {
  const { tenant } = context.get('access');
  const [scans, problems] = await Promise.all([
    store.ledger.runningScans(tenant),
    readProblems(store, tenant),
  ]);
  const progress = await readProgress(store, tenant, scans);
  const body: Collecting = {
    running: scans.map((scan) => {
      const rows = progress.filter(({ scanId }) => scanId === scan.id);
      const { questions, answered, failed } = countProgress(scan, rows);
      const { siteId, siteName, clientId, id: scanId } = scan;
      const site = { siteId, siteName, clientId };
      return { ...site, scanId, state: stateOf(scan), questions, answered, failed };
    }),
    problems,
  };
  return context.json(body);
});
