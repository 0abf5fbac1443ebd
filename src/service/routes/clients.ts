import { pathTo } from '../../contract/endpoints.ts';
import type { ClientPage } from '../../contract/portfolio.ts';
import { invalidParameters } from '../problems.ts';
import { timestamp } from '../timestamp.ts';
import { readPaging } from './paging.ts';
import type { Route } from './route.ts';

/** GET /v1/clients: the clients the key can access, newest first. A business account has none. */
export const clientsRoute: Route = (options) => async (context) => {
  const read = readPaging(options, context, pathTo('clients', {}));
  if (read.faults) return invalidParameters(read.faults);

  const { tenant } = context.get('access');
  const { entries, nextCursor } = read.paging.toPage(
    await options.store.clients(tenant, read.paging.request),
  );
  const page: ClientPage = {
    data: entries.map((client) => ({
      id: client.id,
      name: client.name,
      websiteUrl: client.websiteUrl,
      industry: client.industry,
      description: client.description,
      createdAt: timestamp(client.createdAt),
      updatedAt: timestamp(client.updatedAt),
    })),
    nextCursor,
  };
  return context.json(page);
};
