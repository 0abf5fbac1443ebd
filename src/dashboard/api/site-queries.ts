import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fillPath } from '../../contract/endpoint.ts';
import { promptPath } from '../../contract/endpoints/prompts.ts';
import { filtersPath } from '../../contract/endpoints/reports.ts';
import { scanPath } from '../../contract/endpoints/scans.ts';
import { FilterOptions, Prompt, Scan } from '../../contract/resources.ts';
import { nameRegions } from '../../figures/series/name-regions.ts';
import { get, type RequestContext } from './get.ts';
import { createLimiter, type Limiter } from './limiter.ts';

/** The options for filtering a site's reports, for the whole site or for one scan. */
export const filtersQuery = (siteId: string, scanId: string | null = null) =>
  queryOptions({
    queryKey: ['filters', siteId, scanId],
    queryFn: async (context) => {
      const search = scanId === null ? undefined : new URLSearchParams({ scanId });
      const options = await get(context, FilterOptions, fillPath(filtersPath, { siteId }), search);
      return { ...options, regions: nameRegions(options.regions, ({ code }) => code) };
    },
  });

/** The maximum number of prompts requested at a time. Limited because a link may contain hundreds. */
const maxConcurrentPrompts = 4;
const promptLimiters = new WeakMap<QueryClient, Limiter>();

function promptLimiterOf(client: QueryClient): Limiter {
  const limiter = promptLimiters.get(client) ?? createLimiter(maxConcurrentPrompts);
  promptLimiters.set(client, limiter);
  return limiter;
}

/** One prompt: its text, category, tags and classifications. */
export const promptQuery = (siteId: string, promptId: string) =>
  queryOptions({
    queryKey: ['prompt', siteId, promptId],
    queryFn: (context: RequestContext) =>
      promptLimiterOf(context.client)(context.signal, () =>
        get(context, Prompt, fillPath(promptPath, { siteId, promptId })),
      ),
    staleTime: 600_000,
  });

/** Reads one scan, for use in a query function. @throws ApiError */
export const getScan = (context: RequestContext, siteId: string, scanId: string): Promise<Scan> =>
  get(context, Scan, fillPath(scanPath, { siteId, scanId }));

/** One scan: its status and times. */
export const scanQuery = (siteId: string, scanId: string) =>
  queryOptions({
    queryKey: ['scan', siteId, scanId],
    queryFn: (context) => getScan(context, siteId, scanId),
  });
