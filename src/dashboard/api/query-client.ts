import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { PageSettings } from '../../contract/page-settings.ts';
import type { Transport } from '../../contract/report-file.ts';
import { ApiError } from './errors.ts';
import { responseTimeout } from './request.ts';

/** The session that queries run for, with its paging settings. Every query finds it with `callerOf`. */
export interface Caller {
  session: string | null;
  paging: PageSettings['paging'];
  /** Replaces `fetch` outside a browser. */
  transport?: Transport;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Only in the default options of a client. */
      caller?: Caller;
      /**
       * The maximum number of unused results in the cache whose keys have the same first part. Unused results make
       * going back fast. By default, only the time that they are unused is limited.
       */
      maxUnused?: number;
    };
  }
}

/** The maximum number of retries after a first failure. */
const maxRetries = 2;
const retriedKinds = new Set<ApiError['kind']>(['busy', 'failed', 'unreachable']);

/** Whether to retry a failed GET. A timeout is not retried: the user has waited long enough. */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < maxRetries && error instanceof ApiError && retriedKinds.has(error.kind);

/** Milliseconds before a retry: as the service requested, or else longer each time, with jitter. */
export function retryDelay(failures: number, error: Error, random = Math.random): number {
  if (error instanceof ApiError && error.retryAfter !== null) return error.retryAfter;
  return 1000 * 2 ** failures * (0.5 + random());
}

/** Whether a query failed so recently that mounting should not retry it. */
const hasJustFailed = ({ state }: { state: { errorUpdatedAt: number } }): boolean =>
  Date.now() - state.errorUpdatedAt < responseTimeout;

/** Keeps the unused results of each kind within `maxUnused` by removing the least recently used ones. */
function limitUnusedResults(cache: QueryCache): void {
  const unusedByKind = new Map<unknown, Map<string, Query>>();
  cache.subscribe(({ type, query }) => {
    const [kind] = query.queryKey;
    const unused = unusedByKind.get(kind) ?? new Map<string, Query>();
    unusedByKind.set(kind, unused);
    unused.delete(query.queryHash);
    const maxUnused = query.meta?.maxUnused;
    const isLoading = query.state.fetchStatus === 'fetching';
    if (maxUnused === undefined || type === 'removed' || isLoading || query.isActive()) return;
    unused.set(query.queryHash, query);
    const [oldest] = unused.values();
    if (!oldest || unused.size <= maxUnused) return;
    unused.delete(oldest.queryHash);
    cache.remove(oldest);
  });
}

/**
 * Creates the cache of one session; every sign-in gets a new one.
 * `onSessionLost` may be called more than once.
 */
export function createQueryClient(
  caller: Caller,
  onSessionLost: (kind: 'signedOut' | 'sessionMismatch') => void,
): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ApiError)) return;
    if (error.kind === 'signedOut' || error.kind === 'sessionMismatch') {
      onSessionLost(error.kind);
    }
  };
  const queryCache = new QueryCache({ onError });
  limitUnusedResults(queryCache);
  return new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        meta: { caller },
        retry: shouldRetry,
        retryDelay,
        retryOnMount: (query) => !hasJustFailed(query),
        staleTime: 60_000,
        // The host may be this machine, reachable while the browser is offline.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Otherwise a mutation made offline would be sent when the browser is online again.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
