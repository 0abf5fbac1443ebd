import { useQuery } from '@tanstack/react-query';
import { hasSitesQuery } from '../../api/sightline/has-sites.ts';
import { useCanCreateClients, useCapability } from '../../app/session/use-session.ts';
import { FirstClient } from './first-client.tsx';
import { NoClients } from './no-clients.tsx';

/** Shown to a key without clients. A key that may create some sees how, unless it has sites without clients. */
export function EmptyPortfolio() {
  const canCreateClients = useCanCreateClients();
  const canListSites = useCapability('sites');
  const { data: hasSites = false, isLoading } = useQuery({
    ...hasSitesQuery(),
    enabled: canCreateClients && canListSites,
  });
  if (isLoading) return null;
  return canCreateClients && !hasSites ? <FirstClient /> : <NoClients />;
}
