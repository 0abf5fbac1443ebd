import { useQuery } from '@tanstack/react-query';
import { hasSitesQuery } from '../../api/sightline/has-sites.ts';
import {
  useCanCreateClients,
  useCanSetUp,
  useCapability,
  usePageSettings,
} from '../../app/session/use-session.ts';
import { FirstSetup } from './first-setup.tsx';
import { NoClients } from './no-clients.tsx';

/**
 * Shown to a key without clients. A key that may create a client, or a site of a business, sees how, unless it has sites
 * without clients.
 */
export function EmptyPortfolio() {
  const { session } = usePageSettings();
  const canSetUp = useCanSetUp();
  const canCreateClients = useCanCreateClients();
  const canListSites = useCapability('sites');
  const { data: hasSites = false, isLoading } = useQuery({
    ...hasSitesQuery(),
    enabled: canSetUp && canListSites,
  });
  if (isLoading) return null;
  if (canCreateClients && !hasSites) return <FirstSetup noun="client" />;
  const isNewBusiness = session?.isBusinessKey === true && canListSites && !hasSites;
  return canSetUp && isNewBusiness ? <FirstSetup noun="site" /> : <NoClients />;
}
