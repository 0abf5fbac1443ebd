import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type * as v from 'valibot';
import { pathTo } from '../../contract/endpoints.ts';
import { type TimelineParameter, timelineParameters } from '../../contract/parameters.ts';
import {
  type Client,
  ClientPage,
  FilterOptions,
  Prompt,
  Scan,
  type Site,
  SitePage,
  TimelineReport,
} from '../../contract/resources.ts';
import { ApiError } from './errors.ts';
import { createLimiter } from './limiter.ts';
import type { Caller } from './query-client.ts';
import { request } from './request.ts';

const pageSize = 100;
const largestTimeline = 200_000;

/** What every query function is given: who calls, and when to stop. */
interface Context {
  signal: AbortSignal;
  meta: { caller: Caller } | undefined;
}

function callerOf({ meta }: Context): Caller {
  if (!meta) throw new Error('A query ran in a client without a caller.');
  return meta.caller;
}

function get<S extends v.GenericSchema>(
  context: Context,
  schema: S,
  path: string,
  search?: URLSearchParams,
): Promise<v.InferOutput<S>> {
  const { session } = callerOf(context);
  const call = { method: 'GET', path, session, signal: context.signal } as const;
  return request(search ? { ...call, search } : call, schema);
}

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

type ContextWithClient = Context & { client: QueryClient };

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

/** Timeline parameters by name. Any text passes: a platform may be newer than this code. */
export type TimelineQuestion = Partial<
  Record<TimelineParameter, string | readonly string[] | null>
>;

/** A question in one form, so that the same one is cached once: the interface's defaults are left out. */
function timelineSearch(question: TimelineQuestion): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of Object.keys(timelineParameters)) {
    const given: Partial<Record<string, string | readonly string[] | null>> = question;
    const value = given[name] ?? [];
    for (const item of typeof value === 'string' ? [value] : value) search.append(name, item);
  }
  search.delete('metric', 'visibility');
  search.delete('groupBy', 'brand');
  return search;
}

/**
 * Asks for a site's timeline report, for use in a query function.
 * @throws ApiError, `tooLarge` past 200,000 points.
 */
export async function getTimeline(
  context: Context,
  siteId: string,
  question: TimelineQuestion,
): Promise<TimelineReport> {
  const path = pathTo('timeline', { siteId });
  const search = timelineSearch(question);
  const report = await get(context, TimelineReport, path, search);
  const points = report.series.reduce((sum, series) => sum + series.points.length, 0);
  if (points <= largestTimeline) {
    // A service that does not say what it answers is taken to answer what was asked.
    const asked = (name: 'metric' | 'groupBy') => search.get(name);
    return {
      ...report,
      metric: report.metric ?? asked('metric') ?? 'visibility',
      groupBy: report.groupBy ?? asked('groupBy') ?? 'brand',
    };
  }
  const reason = `${points} points, of which this page shows at most ${largestTimeline}`;
  throw new ApiError({ kind: 'tooLarge', call: `GET ${path}`, reason });
}

/** A site's timeline report. Every parameter of the interface may be given; none means its default. */
export const timelineQuery = (siteId: string, question: TimelineQuestion) =>
  queryOptions({
    queryKey: ['timeline', siteId, timelineSearch(question).toString()],
    queryFn: (context) => getTimeline(context, siteId, question),
  });

/** What a site's reports can be filtered by; with a scan, only what that scan holds. */
export const filtersQuery = (siteId: string, scanId: string | null = null) =>
  queryOptions({
    queryKey: ['filters', siteId, scanId],
    queryFn: (context) => {
      const search = scanId === null ? undefined : new URLSearchParams({ scanId });
      return get(context, FilterOptions, pathTo('filters', { siteId }), search);
    },
  });

/** A link may name hundreds of prompts: four are asked for at a time. */
const promptTurns = createLimiter(4);

/** One prompt: its text, category and classifications. */
export const promptQuery = (siteId: string, promptId: string) =>
  queryOptions({
    queryKey: ['prompt', siteId, promptId],
    queryFn: (context) =>
      promptTurns(context.signal, () =>
        get(context, Prompt, pathTo('prompt', { siteId, promptId })),
      ),
    staleTime: 600_000,
  });

/** One scan: its status and times. */
export const scanQuery = (siteId: string, scanId: string) =>
  queryOptions({
    queryKey: ['scan', siteId, scanId],
    queryFn: (context) => get(context, Scan, pathTo('scan', { siteId, scanId })),
  });
