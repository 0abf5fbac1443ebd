import type { Query, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../errors.ts';
import type { RequestContext } from '../get.ts';

/** Milliseconds that a page waits for a response that it can do without. */
export const patience = 5_000;

const hasData = ({ state }: Pick<Query, 'state'>): boolean => state.data !== undefined;

/**
 * Options for queries that a page can do without. After a failure, the page keeps what it shows instead, since a refetch
 * on focus or after reconnecting would replace that with a skeleton.
 */
export const tryOnceOptions = {
  retry: false,
  refetchOnWindowFocus: hasData,
  refetchOnReconnect: hasData,
} as const;

interface QueryContext extends RequestContext {
  queryKey: QueryKey;
}

/** For each query, how many requests have begun, and the last of them whose data is shown. */
const requests = new WeakMap<object, { begun: number; shown: number }>();

function countRequests(query: object | undefined): { begun: number; shown: number } {
  const counts = (query && requests.get(query)) ?? { begun: 0, shown: 0 };
  if (query) requests.set(query, counts);
  return counts;
}

/** Loads data. If that takes longer than `patience`, rejects, and gives the data to the query when it arrives. */
async function loadOrSetLate<T>(
  context: QueryContext,
  load: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const { client, queryKey } = context;
  const query = client.getQueryCache().find<T>({ queryKey, exact: true });
  const counts = countRequests(query);
  counts.begun += 1;
  const number = counts.begun;
  const loading = load(context);
  const overdue = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    overdue.reject(new ApiError({ kind: 'timeout', call: String(queryKey[0]) }));
    const setLate = (data: T) => {
      // A later request may have been faster.
      if (counts.shown > number) return;
      counts.shown = number;
      query?.setData(data, { manual: true });
    };
    loading.then(setLate, () => {});
  }, patience);
  try {
    const data = await Promise.race([loading, overdue.promise]);
    counts.shown = Math.max(counts.shown, number);
    return data;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The query function and options of every query that a page can do without. If the data takes longer than `patience`,
 * the query fails with a timeout, so that the page shows what it can or falls back to v1. The request goes on, and the
 * page shows its data when it arrives.
 */
export const optional = <T>(load: (context: RequestContext) => Promise<T>) => ({
  queryFn: (context: QueryContext): Promise<T> => loadOrSetLate(context, load),
  ...tryOnceOptions,
});
