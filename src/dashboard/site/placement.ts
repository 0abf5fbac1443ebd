import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Client, Site } from '../../contract/resources.ts';
import { ApiError } from '../api/errors.ts';
import { clientQuery, siteQuery } from '../api/portfolio-queries.ts';

/**
 * Where a site belongs. Names are shown only once the client's own list confirms the site, so that one client's
 * name never appears over another's data.
 * - `waiting`: not looked up yet. `alone`: opened without a client.
 * - `unknown`: the list could not be read to its end.
 * - `placed`: in the client's list. `client` is undefined while it is looked up, null if unknown.
 * - `elsewhere`: not in the list, or the client does not exist.
 */
export type Placement =
  | { kind: 'waiting' | 'alone' | 'elsewhere' }
  | { kind: 'unknown'; error: unknown }
  | { kind: 'placed'; site: Site; client: Client | null | undefined };

/** Whether a query is in its first attempt; until that ends, the page reserves space for its result. */
export const isFirstTry = ({ isPending, failureCount }: UseQueryResult): boolean =>
  isPending && failureCount === 0;

/** Looks a site up in the list of the client in the address; null for no client. */
export function usePlacement(siteId: string, clientId: string | null): Placement {
  const named = clientId ?? '';
  const site = useQuery({
    ...siteQuery(named, siteId),
    ...(clientId === null ? { queryFn: skipToken } : {}),
  });
  const client = useQuery({
    ...clientQuery(named),
    ...(clientId === null ? { queryFn: skipToken } : {}),
  });
  if (clientId === null) return { kind: 'alone' };
  const noClient = site.error instanceof ApiError && site.error.kind === 'notFound';
  if (site.data === null || noClient) return { kind: 'elsewhere' };
  if (!site.data) {
    return isFirstTry(site) ? { kind: 'waiting' } : { kind: 'unknown', error: site.error };
  }
  return {
    kind: 'placed',
    site: site.data,
    client: isFirstTry(client) ? undefined : (client.data ?? null),
  };
}
