import type { Scan } from '../../contract/resources.ts';
import type { ScanRecord } from '../store/records.ts';
import { timestamp } from '../timestamp.ts';
import { notFoundInSite, pathId, type Route } from './route.ts';

export const toScan = (scan: ScanRecord): Scan => ({
  id: scan.id,
  status: scan.status,
  createdAt: timestamp(scan.createdAt),
  startedAt: timestamp(scan.startedAt),
  completedAt: timestamp(scan.completedAt),
  updatedAt: timestamp(scan.updatedAt),
});

/** GET /v1/sites/{siteId}/scans/{scanId}: status and times of one scan. */
export const scanRoute: Route =
  ({ store }) =>
  async (context) => {
    const { tenant } = context.get('access');
    const siteId = pathId(context, 'siteId');
    const scanId = pathId(context, 'scanId');
    const scan = siteId && scanId ? await store.scan(tenant, siteId, scanId) : null;
    if (!scan) return notFoundInSite(store, tenant, siteId, 'scan');

    return context.json(toScan(scan));
  };
