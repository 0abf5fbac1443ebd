import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Client, Site } from '../../contract/resources.ts';
import { ApiError } from '../api/errors.ts';
import { clientQuery, siteQuery } from '../api/portfolio-queries.ts';

/**
 * Where a site stands. Names are given only once the client's own list has confirmed the site, so that one
 * client's name never stands over another's data.
 * - `waiting`: not looked up yet. `alone`: opened without a client.
 * - `unknown`: the list could not be read, or not to its end, with the error.
 * - `placed`: in the client's list; of its client, undefined while that is looked up, null where it is unknown. `elsewhere`: not in it, or there is no such client.
 */
export type Placement =
  | { kind: 'waiting' | 'alone' | 'elsewhere' }
  | { kind: 'unknown'; error: unknown }
  | { kind: 'placed'; site: Site; client: Client | null | undefined };

/** While nothing has come of a query and no try has failed: then, and no longer, its place is kept. */
export const isFirstTry = ({ isPending, failureCount }: UseQueryResult): boolean =>
  isPending && failureCount === 0;

/** Looks a site up in the lists of the client that the address names; null for none. */
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
