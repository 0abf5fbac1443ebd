import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type * as v from 'valibot';
import { pathTo } from '../../contract/endpoints.ts';
import { type Client, ClientPage, type Site, SitePage } from '../../contract/resources.ts';
import { type Context, type ContextWithClient, callerOf, get } from './get.ts';

const pageSize = 100;

interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/** The cursor after a page, or undefined at the end: none, an empty one, or one that was already followed. */
export function nextCursor(page: Page<unknown>, followed: readonly (string | null)[]) {
  const next = page.nextCursor;
  return next && !followed.includes(next) ? next : undefined;
}

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
    getNextPageParam: (page, _pages, _cursor, cursors) => nextCursor(page, cursors),
  });

/** Active sites of one client, newest first, a hundred a page. */
export const sitesQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: ['sites', clientId],
    queryFn: (context) => getPage(context, SitePage, sitesPath(clientId), context.pageParam),
    initialPageParam: firstPage(),
    getNextPageParam: (page, _pages, _cursor, cursors) => nextCursor(page, cursors),
  });

/** The items of a list's pages in order, each id once. */
export function itemsOf<T extends { id: string }>(data: InfiniteData<Page<T>> | undefined): T[] {
  const items = new Map<string, T>();
  for (const page of data?.pages ?? []) {
    for (const item of page.data) if (!items.has(item.id)) items.set(item.id, item);
  }
  return [...items.values()];
}

/** Looks for an id among what is loaded, else walks the list from its start until it is found. */
async function findInList<T extends { id: string }>(
  loaded: T[],
  id: string,
  pageAt: (cursor: string | null) => Promise<Page<T>>,
): Promise<T | null> {
  // The same id in any case.
  const isWanted = (item: T) => item.id.toLowerCase() === id.toLowerCase();
  const known = loaded.find(isWanted);
  if (known) return known;
  const followed: (string | null)[] = [];
  let cursor: string | null | undefined = null;
  while (cursor !== undefined) {
    followed.push(cursor);
    const page: Page<T> = await pageAt(cursor);
    const found = page.data.find(isWanted);
    if (found) return found;
    cursor = nextCursor(page, followed);
  }
  return null;
}

/** One client by its id, from the list, since the interface has no other way; null when not in it. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId],
    queryFn: (context: ContextWithClient): Promise<Client | null> =>
      findInList(
        itemsOf(context.client.getQueryData(clientsQuery().queryKey)),
        clientId,
        (cursor) => getPage(context, ClientPage, clientsPath, cursor),
      ),
    staleTime: 600_000,
  });

/** One site of a client by its id, from the client's list; null when not in it. */
export const siteQuery = (clientId: string, siteId: string) =>
  queryOptions({
    queryKey: ['site', clientId, siteId],
    queryFn: (context: ContextWithClient): Promise<Site | null> =>
      findInList(
        itemsOf(context.client.getQueryData(sitesQuery(clientId).queryKey)),
        siteId,
        (cursor) => getPage(context, SitePage, sitesPath(clientId), cursor),
      ),
    staleTime: 600_000,
  });
