import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import type { MeasuredScanPage } from '../../../contract/sightline/resources.ts';
import { sortPlatforms, sortRegions } from '../../labels.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from '../../problems.ts';
import { readPaging } from '../paging.ts';
import { type Route, readPathId } from '../route.ts';
import { toScan } from '../scan.ts';
import { toRulesVersion } from './scan-rules.ts';

/** GET /sightline/v1/sites/{siteId}/scans: the scans of a site, newest first, each with what it measured. */
export const scansRoute: Route = (options) => async (context) => {
  const { store } = options;
  const siteId = readPathId(context, 'siteId');
  const pagingResult = readPaging(
    options,
    context,
    sightlinePathTo('scans', { siteId: siteId ?? '' }),
  );
  if (pagingResult.faults) return createInvalidParametersProblem(pagingResult.faults);

  const { tenant } = context.get('access');
  if (!siteId || !(await store.site(tenant, siteId))) return createNotFoundProblem('site');
  const { entries, nextCursor } = pagingResult.paging.toPage(
    await store.scans(tenant, siteId, pagingResult.paging.request, context.req.raw.signal),
  );
  const page: MeasuredScanPage = {
    data: entries.map((scan) => ({
      ...toScan(scan),
      answers: scan.answers,
      prompts: scan.prompts,
      platforms: sortPlatforms(scan.platforms),
      regions: sortRegions(scan.regions),
      rules: toRulesVersion(scan),
    })),
    nextCursor,
  };
  return context.json(page);
};
