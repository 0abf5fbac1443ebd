import { useQuery } from '@tanstack/react-query';
import { hasSitesQuery } from '../../api/sightline/has-sites.ts';
import { useCanSetUp, useCapability } from '../../app/session/use-session.ts';
import { FirstClient } from './first-client.tsx';
import { NoClients } from './no-clients.tsx';

/** Shown to a key without clients. A key that may create some is told how, unless it has sites without clients. */
export function EmptyPortfolio() {
  const canSetUp = useCanSetUp();
  const canListSites = useCapability('sites');
  const { data: hasSites = false, isLoading } = useQuery({
    ...hasSitesQuery(),
    enabled: canSetUp && canListSites,
  });
  if (isLoading) return null;
  return canSetUp && !hasSites ? <FirstClient /> : <NoClients />;
}
