import { CancelledError, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { RequestContext } from './get.ts';

/** Waits for a result; null if it could not be loaded. @throws CancelledError if the query was cancelled */
export const resultOrNull = <T>(loading: Promise<T>): Promise<T | null> =>
  loading.catch((error: unknown) => {
    // Another part of the page cancelled the shared request. Callers can retry after this error.
    if (error instanceof CancelledError) throw error;
    return null;
  });

/** Loads a query as part of another. Aborting the signal also cancels the part, unless a component is using it. */
export async function loadPart<T, K extends QueryKey>(
  { client, signal }: RequestContext,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<T> {
  signal.throwIfAborted();
  const stop = () => {
    const { queryKey } = query;
    const running = client.getQueryCache().find({ queryKey, exact: true });
    if (running && !running.isActive()) void running.cancel({ silent: true });
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await client.fetchQuery(query);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
