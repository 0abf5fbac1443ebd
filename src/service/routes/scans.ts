import { pathTo } from '../../contract/every-endpoint.ts';
import type { MeasuredScanPage } from '../../contract/sightline/resources.ts';
import { everyAnswerSearch } from '../store/answer-search.ts';
import { scanDayOf } from '../store/scan-day.ts';
import type { MeasuredScan, ScanModels } from '../store/scan-rows.ts';
import type { Store, Tenant } from '../store/store.ts';
import { readPaging } from './paging.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from './problems.ts';
import { type Route, readPathId } from './route.ts';
import { toScan } from './scan.ts';
import { toMeasurement } from './measurement.ts';
import { toRulesVersion } from './scan-rules.ts';

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
