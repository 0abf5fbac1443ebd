import { pathTo } from '../../contract/every-endpoint.ts';
import type { ClientPage } from '../../contract/portfolio.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { readPaging } from './paging.ts';
import { createInvalidParametersProblem } from './problems.ts';
import type { Route } from './route.ts';

/** GET /v1/clients: the clients the key can access, newest first. A business account has none. */
export const clientsRoute: Route = (options) => async (context) => {
  const pagingResult = readPaging(options, context, pathTo('clients', {}));
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

  const { tenant } = context.get('access');
  const { entries, nextCursor } = pagingResult.paging.toPage(
    await options.store.clients(tenant, pagingResult.paging.request),
  );
  const page: ClientPage = {
    data: entries.map((client) => ({
      id: client.id,
      name: client.name,
      websiteUrl: client.websiteUrl,
      industry: client.industry,
      description: client.description,
      createdAt: toTimestamp(client.createdAt),
      updatedAt: toTimestamp(client.updatedAt),
    })),
    nextCursor,
  };
  return context.json(page);
};
