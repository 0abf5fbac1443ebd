import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { itemsOf } from '../../api/find-in-list.ts';
import { clientsQuery, sitesQuery } from '../../api/portfolio-queries.ts';
import { type ClientFigures, figuresKey } from '../../portfolio/wall/figures.ts';

/** A place that the search can open. */
export interface Target {
  id: string;
  name: string;
  /** What it is: "Page", "Client", or "Site of Acme". */
  kind: string;
  open: () => void;
}

/** The pages, the loaded clients and their loaded sites, in this order. */
export function useTargets(): { targets: readonly Target[]; hasMoreClients: boolean } {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { clientId, siteId } = useParams({ strict: false });
  const { data, hasNextPage } = useInfiniteQuery(clientsQuery());

  const openSite = (site: string, client: string | undefined) =>
    void (client === undefined
      ? navigate({ to: '/sites/$siteId/timeline', params: { siteId: site } })
      : navigate({
          to: '/clients/$clientId/sites/$siteId/timeline',
          params: { clientId: client, siteId: site },
        }));
  const pages: Target[] = [
    {
      id: 'page-clients',
      name: 'Clients',
      kind: 'Page',
      open: () => void navigate({ to: '/clients' }),
    },
  ];
  if (siteId !== undefined) {
    pages.push({
      id: 'page-timeline',
      name: 'Timeline',
      kind: 'Page of this site',
      open: () => openSite(siteId, clientId),
    });
  }
  const clients = itemsOf(data);
  const sites = clients.flatMap((client) => {
    const listed = itemsOf(cache.getQueryData(sitesQuery(client.id).queryKey));
    const known =
      listed.length > 0 ? listed : cache.getQueryData<ClientFigures>(figuresKey(client.id))?.sites;
    return (known ?? []).map(
      (site): Target => ({
        id: `site-${site.id}`,
        name: site.name || site.id,
        kind: `Site of ${client.name || client.id}`,
        open: () => openSite(site.id, client.id),
      }),
    );
  });
  const ofClients = clients.map(
    ({ id, name }): Target => ({
      id: `client-${id}`,
      name: name || id,
      kind: 'Client',
      open: () => void navigate({ to: '/clients/$clientId/sites', params: { clientId: id } }),
    }),
  );
  return { targets: [...pages, ...ofClients, ...sites], hasMoreClients: hasNextPage };
}
