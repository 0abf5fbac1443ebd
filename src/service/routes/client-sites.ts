import { pathTo } from '../../contract/endpoints.ts';
import type { SitePage } from '../../contract/portfolio.ts';
import { invalidParameters, notFound } from '../problems.ts';
import { timestamp } from '../timestamp.ts';
import { readPaging } from './paging.ts';
import { pathId, type Route } from './route.ts';

/** GET /v1/clients/{clientId}/sites: the active sites of one client, newest first. */
export const clientSitesRoute: Route = (options) => async (context) => {
  const clientId = pathId(context, 'clientId');
  const read = readPaging(options, context, pathTo('clientSites', { clientId: clientId ?? '' }));
  if (read.faults) return invalidParameters(read.faults);

  const { tenant } = context.get('access');
  if (!clientId || !(await options.store.hasClient(tenant, clientId))) return notFound('client');
  const { entries, nextCursor } = read.paging.toPage(
    await options.store.sites(tenant, clientId, read.paging.request),
  );
  const page: SitePage = {
    data: entries.map((site) => ({
      id: site.id,
      name: site.name,
      url: site.url,
      clientId,
      createdAt: timestamp(site.createdAt),
      updatedAt: timestamp(site.updatedAt),
    })),
    nextCursor,
  };
  return context.json(page);
};
