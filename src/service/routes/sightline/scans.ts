import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import type { MeasuredScanPage } from '../../../contract/sightline/resources.ts';
import { sortPlatforms, sortRegions } from '../../labels.ts';
import { invalidParameters, notFound } from '../../problems.ts';
import { readPaging } from '../paging.ts';
import { pathId, type Route } from '../route.ts';
import { toScan } from '../scan.ts';

/** GET /sightline/v1/sites/{siteId}/scans: every scan of a site with what was measured in it, newest first. */
export const scansRoute: Route = (options) => async (context) => {
  const { store } = options;
  const siteId = pathId(context, 'siteId');
  const read = readPaging(options, context, sightlinePathTo('scans', { siteId: siteId ?? '' }));
  if (read.faults) return invalidParameters(read.faults);

  const { tenant } = context.get('access');
  if (!siteId || !(await store.site(tenant, siteId))) return notFound('site');
  const { entries, nextCursor } = read.paging.toPage(
    await store.scans(tenant, siteId, read.paging.request, context.req.raw.signal),
  );
  const page: MeasuredScanPage = {
    data: entries.map((scan) => ({
      ...toScan(scan),
      answers: scan.answers,
      prompts: scan.prompts,
      platforms: sortPlatforms(scan.platforms),
      regions: sortRegions(scan.regions),
    })),
    nextCursor,
  };
  return context.json(page);
};
