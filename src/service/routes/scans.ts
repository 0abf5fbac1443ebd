import { pathTo } from '../../contract/every-endpoint.ts';
import type { Scan } from '../../contract/resources.ts';
import type { MeasuredScanPage } from '../../contract/sightline/resources.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { everyAnswerSearch } from '../store/answer-search.ts';
import type { ScanRecord } from '../store/records.ts';
import { scanDayOf } from '../store/scan-day.ts';
import type { MeasuredScan, ScanModels } from '../store/scan-rows.ts';
import type { Store, Tenant } from '../store/store.ts';
import { toMeasurement } from './measurement.ts';
import { readPaging } from './paging.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from './problems.ts';
import { createNotFoundInSiteProblem, type Route, readPathId } from './route.ts';
import { toRulesVersion } from './scan-rules.ts';
import { toV1Scan } from './v1-scan.ts';

/** Reads the models of the completed scans among those listed, which are neighbours in time. */
async function readModels(
  store: Store,
  tenant: Tenant,
  siteId: string,
  scans: readonly MeasuredScan[],
  signal: AbortSignal,
): Promise<ScanModels> {
  const days = scans.filter(({ status }) => status === 'completed').map(scanDayOf);
  const [startDate, endDate] = [days.sort()[0], days.at(-1)];
  if (startDate === undefined || endDate === undefined) return new Map();
  return store.models(tenant, siteId, { ...everyAnswerSearch, startDate, endDate }, signal);
}

/** GET /sightline/v1/sites/{siteId}/scans: the scans of a site, newest first, each with what it measured. */
export const scansRoute: Route = (options) => async (context) => {
  const { store } = options;
  const siteId = readPathId(context, 'siteId');
  const pagingResult = readPaging(options, context, pathTo('scans', { siteId: siteId ?? '' }));
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

  const { tenant } = context.get('access');
  if (!siteId || !(await store.site(tenant, siteId))) throw createNotFoundProblem('site');
  const { signal } = context.req.raw;
  const { entries, nextCursor } = pagingResult.paging.toPage(
    await store.scans(tenant, siteId, pagingResult.paging.request, signal),
  );
  const models = await readModels(store, tenant, siteId, entries, signal);
  const page: MeasuredScanPage = {
    data: entries.map((scan) => ({
      ...toScan(scan),
      answers: scan.answers,
      ...toMeasurement(scan, models.get(scan.id) ?? []),
      rules: toRulesVersion(scan),
    })),
    nextCursor,
  };
  return context.json(page);
};

const toScan = (scan: ScanRecord): Scan => ({
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
