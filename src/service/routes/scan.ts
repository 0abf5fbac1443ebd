import type { Scan } from '../../contract/resources.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import type { ScanRecord } from '../store/records.ts';
import { createNotFoundInSiteProblem, type Route, readPathId } from './route.ts';

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
    if (!scan) return createNotFoundInSiteProblem(store, tenant, siteId, 'scan');

    return context.json(toScan(scan));
  };
