import { pathTo } from '../../contract/every-endpoint.ts';
import type { SitePage } from '../../contract/portfolio.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { readPaging } from './paging.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from './problems.ts';
import { type Route, readPathId } from './route.ts';

/** GET /v1/clients/{clientId}/sites: the active sites of one client, newest first. */
export const clientSitesRoute: Route = (options) => async (context) => {
  const clientId = readPathId(context, 'clientId');
  const pagingResult = readPaging(
    options,
    context,
    pathTo('clientSites', { clientId: clientId ?? '' }),
  );
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

  const { tenant } = context.get('access');
  if (!clientId || !(await options.store.hasClient(tenant, clientId)))
    throw createNotFoundProblem('client');
  const { entries, nextCursor } = pagingResult.paging.toPage(
    await options.store.sites(tenant, clientId, pagingResult.paging.request),
  );
  const page: SitePage = {
    data: entries.map((site) => ({
      id: site.id,
      name: site.name,
      url: site.url,
      clientId,
      createdAt: toTimestamp(site.createdAt),
      updatedAt: toTimestamp(site.updatedAt),
    })),
    nextCursor,
  };
  return context.json(page);
};
