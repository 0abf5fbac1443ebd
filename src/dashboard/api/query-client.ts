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

/** Milliseconds before the next try: what the service asked for, else longer each time, spread out. */
export function retryDelay(failures: number, error: Error, random = Math.random): number {
  if (error instanceof ApiError && error.retryAfter !== null) return error.retryAfter;
  return 1000 * 2 ** failures * (0.5 + random());
}

/** True for a query of which a component that now begins to look at it need not ask again: it failed a moment ago. */
const failedJustNow = ({ state }: { state: { errorUpdatedAt: number } }): boolean =>
  Date.now() - state.errorUpdatedAt < patience;

/** As many timelines are kept for going back to once nobody looks at them. */
const timelinesKept = 10;

/** Lets the timelines go that nobody has looked at for longest: each may be of megabytes. */
function forgetOldTimelines(cache: QueryCache): void {
  const left = new Map<string, Query>();
  cache.subscribe(({ type, query }) => {
    if (query.queryKey[0] !== 'timeline') return;
    left.delete(query.queryHash);
    if (type === 'removed' || query.isActive()) return;
    left.set(query.queryHash, query);
    const [oldest] = left.values();
    if (oldest && left.size > timelinesKept) cache.remove(oldest);
  });
}

/**
 * The cache of one session. It is never shared between two: whoever signs in gets a new one.
 * `onSessionLost` may be told more than once.
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
