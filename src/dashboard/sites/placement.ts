import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Client, Site } from '../../contract/resources.ts';
import { ApiError } from '../api/errors.ts';
import { clientQuery, siteQuery } from '../api/queries.ts';

/**
 * Where a site stands. Names are given only once the client's own list has confirmed the site, so that one
 * client's name never stands over another's data.
 * - `waiting`: not looked up yet. `unknown`: the lists do not answer. `alone`: opened without a client.
 * - `placed`: in the client's list; of its client, undefined while that is looked up, null where it is unknown. `elsewhere`: not in it, or there is no such client.
 */
export type Placement =
  | { kind: 'waiting' | 'unknown' | 'alone' | 'elsewhere' }
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
  if (!site.data) return { kind: isFirstTry(site) ? 'waiting' : 'unknown' };
  return {
    kind: 'placed',
    site: site.data,
    client: isFirstTry(client) ? undefined : (client.data ?? null),
  };
}
