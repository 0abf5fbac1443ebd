import type { Scan } from '../../contract/resources.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import type { ScanRecord } from '../store/records.ts';
import { createNotFoundInSiteProblem, type Route, readPathId } from './route.ts';
import { toV1Scan } from './v1-scan.ts';

export const toScan = (scan: ScanRecord): Scan => ({
  id: scan.id,
  status: scan.status,
  createdAt: toTimestamp(scan.createdAt),
  startedAt: toTimestamp(scan.startedAt),
  completedAt: toTimestamp(scan.completedAt),
  updatedAt: toTimestamp(scan.updatedAt),
});

/** GET /v1/sites/{siteId}/scans/{scanId}: status and times of one scan. */
export const scanRoute: Route =
  ({ store }) =>
  async (context) => {
    const { tenant } = context.get('access');
    const siteId = readPathId(context, 'siteId');
    const scanId = readPathId(context, 'scanId');
    const scan = siteId && scanId ? await store.scan(tenant, siteId, scanId) : null;
    if (scan) return context.json(toScan(scan));
    // One that the service runs is not stored before it has ended. Shares show stored scans only.
    const running =
      siteId && scanId && !tenant.shareFilter
        ? await store.ledger.scan(tenant, siteId, scanId)
        : null;
    const shown = running && toV1Scan(running);
    if (!shown) throw await createNotFoundInSiteProblem(store, tenant, siteId, 'scan');
    return context.json(shown);
  };
