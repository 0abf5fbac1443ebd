import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type * as v from 'valibot';
import { fillPath } from '../../contract/endpoint.ts';
import { clientsPath } from '../../contract/endpoints/clients.ts';
import { clientSitesPath } from '../../contract/endpoints/sites.ts';
import { type Client, ClientPage, type Site, SitePage } from '../../contract/portfolio.ts';
import { findInList, firstPageCursor, itemsOf } from './find-in-list.ts';
import { callerOf, get, type RequestContext } from './get.ts';
import { nextCursorOf } from './paging.ts';

/** Items requested per page of a list. */
export const pageSize = 100;

function getPage<S extends v.GenericSchema>(
  context: RequestContext,
  schema: S,
  path: string,
  cursor: string | null,
): Promise<v.InferOutput<S>> {
  const { paging } = callerOf(context);
  const search = new URLSearchParams({ [paging.limit]: String(pageSize) });
  if (cursor !== null) search.set(paging.cursor, cursor);
  return get(context, schema, path, search);
}

const sitesPath = (clientId: string) => fillPath(clientSitesPath, { clientId });

/** The query key of a client's figures in the client list. The search reads sites from cached figures. */
export const clientFiguresKey = (clientId: string) => ['client figures', clientId] as const;

/** Clients the key can access, newest first, a hundred per page. */
export const clientsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['clients'],
    queryFn: (context) => getPage(context, ClientPage, clientsPath, context.pageParam),
    initialPageParam: firstPageCursor,
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
  });

/** Reads the first page of a client's active sites, for use in a query function. @throws ApiError */
export const getSites = (context: RequestContext, clientId: string): Promise<SitePage> =>
  getPage(context, SitePage, sitesPath(clientId), firstPageCursor);

/** Active sites of one client, newest first, a hundred per page. */
export const sitesQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: ['sites', clientId],
    queryFn: (context) => getPage(context, SitePage, sitesPath(clientId), context.pageParam),
    initialPageParam: firstPageCursor,
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
  });

/** One client by its ID, found in the list, since v1 has no endpoint for one client; null if not found. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId],
    queryFn: (context: RequestContext): Promise<Client | null> =>
      findInList(
        {
          loadedItems: itemsOf(context.client.getQueryData(clientsQuery().queryKey)),
          path: clientsPath,
          noun: 'clients',
          getPage: (cursor) => getPage(context, ClientPage, clientsPath, cursor),
        },
        clientId,
      ),
    staleTime: 600_000,
  });

/** One site of a client by its ID, found in the client's list; null if not found. */
export const siteQuery = (clientId: string, siteId: string) =>
  queryOptions({
    queryKey: ['site', clientId, siteId],
    queryFn: (context: RequestContext): Promise<Site | null> =>
      findInList(
        {
          loadedItems: itemsOf(context.client.getQueryData(sitesQuery(clientId).queryKey)),
          path: sitesPath(clientId),
          noun: 'sites',
          getPage: (cursor) => getPage(context, SitePage, sitesPath(clientId), cursor),
        },
        siteId,
      ),
    staleTime: 600_000,
  });
