import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type * as v from 'valibot';
import { pathTo } from '../../contract/endpoints.ts';
import { type Client, ClientPage, type Site, SitePage } from '../../contract/resources.ts';
import { ApiError } from './errors.ts';
import { type Context, type ContextWithClient, callerOf, get } from './get.ts';
import { continuationOf, nextCursorOf, type Page, type Pages, reasonCutShort } from './paging.ts';

const pageSize = 100;

function getPage<S extends v.GenericSchema>(
  context: Context,
  schema: S,
  path: string,
  cursor: string | null,
): Promise<v.InferOutput<S>> {
  const { paging } = callerOf(context);
  const search = new URLSearchParams({ [paging.limit]: String(pageSize) });
  if (cursor !== null) search.set(paging.cursor, cursor);
  return get(context, schema, path, search);
}

/** The cursor of a list's first page: none. */
const firstPage = (): string | null => null;

const clientsPath = pathTo('clients', {});
const sitesPath = (clientId: string) => pathTo('clientSites', { clientId });

/** Clients the key can access, newest first, a hundred a page. */
export const clientsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['clients'],
    queryFn: (context) => getPage(context, ClientPage, clientsPath, context.pageParam),
    initialPageParam: firstPage(),
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
  });

/** Active sites of one client, newest first, a hundred a page. */
export const sitesQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: ['sites', clientId],
    queryFn: (context) => getPage(context, SitePage, sitesPath(clientId), context.pageParam),
    initialPageParam: firstPage(),
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
  });

/** The items of a list's pages in order, each id once. */
export function itemsOf<T extends { id: string }>(data: InfiniteData<Page<T>> | undefined): T[] {
  const items = new Map<string, T>();
  for (const page of data?.pages ?? []) {
    for (const item of page.data) if (!items.has(item.id)) items.set(item.id, item);
  }
  return [...items.values()];
}

/** A list that is walked until an item is found. */
interface Walk<T> {
  /** What is loaded of it already. */
  loaded: readonly T[];
  path: string;
  /** What its items are called, in the plural. */
  noun: string;
  pageAt: (cursor: string | null) => Promise<Page<T>>;
}

/**
 * Looks for an id among what is loaded, else walks the list from its start until it is found.
 * @returns null where the whole list does not hold it
 * @throws ApiError, `incomplete` where the list cannot be read to its end
 */
async function findInList<T extends { id: string }>(
  { loaded, path, noun, pageAt }: Walk<T>,
  id: string,
): Promise<T | null> {
  // The same id in any case.
  const isWanted = (item: T) => item.id.toLowerCase() === id.toLowerCase();
  const known = loaded.find(isWanted);
  if (known) return known;
  const pages: Page<T>[] = [];
  const pageParams: unknown[] = [];
  const list: Pages<T> = { pages, pageParams };
  let cursor: string | null | undefined = firstPage();
  while (cursor !== undefined) {
    const page = await pageAt(cursor);
    const found = page.data.find(isWanted);
    if (found) return found;
    pages.push(page);
    pageParams.push(cursor);
    cursor = nextCursorOf(list);
  }
  const reason = reasonCutShort(continuationOf(list), noun);
  if (reason === null) return null;
  throw new ApiError({ kind: 'incomplete', call: `GET ${path}`, status: 200, reason });
}

/** One client by its id, from the list, since the interface has no other way; null when not in it. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId],
    queryFn: (context: ContextWithClient): Promise<Client | null> =>
      findInList(
        {
          loaded: itemsOf(context.client.getQueryData(clientsQuery().queryKey)),
          path: clientsPath,
          noun: 'clients',
          pageAt: (cursor) => getPage(context, ClientPage, clientsPath, cursor),
        },
        clientId,
      ),
    staleTime: 600_000,
  });

/** One site of a client by its id, from the client's list; null when not in it. */
export const siteQuery = (clientId: string, siteId: string) =>
  queryOptions({
    queryKey: ['site', clientId, siteId],
    queryFn: (context: ContextWithClient): Promise<Site | null> =>
      findInList(
        {
          loaded: itemsOf(context.client.getQueryData(sitesQuery(clientId).queryKey)),
          path: sitesPath(clientId),
          noun: 'sites',
          pageAt: (cursor) => getPage(context, SitePage, sitesPath(clientId), cursor),
        },
        siteId,
      ),
    staleTime: 600_000,
  });
