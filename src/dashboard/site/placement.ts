import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Client, Site } from '../../contract/portfolio.ts';
import { isNotFound } from '../api/errors.ts';
import { clientQuery, siteQuery } from '../api/portfolio-queries.ts';
import { siteByIdQuery } from '../api/sightline/site-query.ts';
import { useCapability } from '../app/session/use-session.ts';
import { useSite } from '../use-site.ts';

type NamedClient = Pick<Client, 'id' | 'name'>;

/**
 * Where a site belongs. Names are shown only once the client's own list or the service confirms the site, so that one
 * client's name never appears over another's data.
 * - `waiting`: the first lookup has not finished.
 * - `unnamed`: the site was opened without a client, and its name is unknown.
 * - `unknown`: loading the client's list failed; a retry may be under way.
 * - `placed`: in the client's list, or named by the service. `client` is undefined while it is looked up, null if
 *   unknown or if there is none. Lists leave out inactive sites, so only the service can tell that a site is inactive.
 * - `notListed`: not in the client's list, or there is no such client.
 */
export type Placement =
  | { kind: 'waiting' | 'unnamed' | 'notListed' }
  | { kind: 'unknown'; error: unknown }
  | {
      kind: 'placed';
      site: Pick<Site, 'name'>;
      client: NamedClient | null | undefined;
      isInactive: boolean;
    };

/** Whether a query is in its first attempt; until that ends, the page reserves space for its result. */
export const isFirstTry = ({ isPending, failureCount }: UseQueryResult): boolean =>
  isPending && failureCount === 0;

/** Looks up a site by its ID alone, if the service supports that. */
function usePlacementById(isNeeded: boolean): Placement {
  const { siteId } = useSite();
  const hasSites = useCapability('sites');
  const isEnabled = isNeeded && hasSites;
  const query = useQuery({ ...siteByIdQuery(siteId), enabled: isEnabled });
  if (!query.data) return { kind: isEnabled && isFirstTry(query) ? 'waiting' : 'unnamed' };
  const { name, clientId, clientName, active } = query.data;
  const client = clientId === null ? null : { id: clientId, name: clientName };
  return { kind: 'placed', site: { name }, client, isInactive: active === false };
}

/** Looks a site up in the list of the client in the address, or by its ID alone if `clientId` is null. */
export function usePlacement(): Placement {
  const { siteId, clientId } = useSite();
  const byId = usePlacementById(clientId === null);
  const queriedClientId = clientId ?? '';
  const site = useQuery({
    ...siteQuery(queriedClientId, siteId),
    ...(clientId === null ? { queryFn: skipToken } : {}),
  });
  const client = useQuery({
    ...clientQuery(queriedClientId),
    ...(clientId === null ? { queryFn: skipToken } : {}),
  });
  if (clientId === null) return byId;
  const isClientMissing = isNotFound(site.error);
  if (site.data === null || isClientMissing) return { kind: 'notListed' };
  if (!site.data) {
    return isFirstTry(site) ? { kind: 'waiting' } : { kind: 'unknown', error: site.error };
  }
  return {
    kind: 'placed',
    site: site.data,
    client: isFirstTry(client) ? undefined : (client.data ?? null),
    isInactive: false,
  };
}
