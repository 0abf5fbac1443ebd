import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { PageFacts } from '../../contract/page-facts.ts';
import { ApiError } from './errors.ts';
import { patience } from './request.ts';

/** On whose behalf queries run; every query gets it as `meta.caller`. */
export interface Caller {
  session: string | null;
  paging: PageFacts['paging'];
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { caller: Caller };
  }
}

/** A query is tried at most three times in all. */
const retries = 2;
const retried = new Set<ApiError['kind']>(['busy', 'failed', 'unreachable']);

/** Whether a failed GET is tried again. A timeout is not: fifteen seconds were patience enough. */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < retries && error instanceof ApiError && retried.has(error.kind);

/** Milliseconds before the next try: what the service requested, else longer each time, with jitter. */
export function retryDelay(failures: number, error: Error, random = Math.random): number {
  if (error instanceof ApiError && error.retryAfter !== null) return error.retryAfter;
  return 1000 * 2 ** failures * (0.5 + random());
}

/** Skips the retry on mount after a recent failure. */
const failedJustNow = ({ state }: { state: { errorUpdatedAt: number } }): boolean =>
  Date.now() - state.errorUpdatedAt < patience;

/** The most timelines kept for going back to. */
const timelinesKept = 10;

/** Removes the timelines that have not been shown for longest: each may take megabytes. */
function forgetOldTimelines(cache: QueryCache): void {
  const unused = new Map<string, Query>();
  cache.subscribe(({ type, query }) => {
    if (query.queryKey[0] !== 'timeline') return;
    unused.delete(query.queryHash);
    if (type === 'removed' || query.isActive()) return;
    unused.set(query.queryHash, query);
    const [oldest] = unused.values();
    if (oldest && unused.size > timelinesKept) cache.remove(oldest);
  });
}

/**
 * The cache of one session, never shared between two: every sign-in gets a new one.
 * `onSessionLost` may be called more than once.
 */
export function createQueryClient(
  caller: Caller,
  onSessionLost: (kind: 'signedOut' | 'sessionMismatch') => void,
): QueryClient {
  const queryCache = new QueryCache({
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.kind === 'signedOut' || error.kind === 'sessionMismatch') {
        onSessionLost(error.kind);
      }
    },
  });
  forgetOldTimelines(queryCache);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        meta: { caller },
        retry: shouldRetry,
        retryDelay,
        retryOnMount: (query) => !failedJustNow(query),
        staleTime: 60_000,
        // The host may be this very machine: the browser's idea of being offline stops no call.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Without it a mutation made offline would be sent by itself later.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
