import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import type { Site } from '../../../../contract/portfolio.ts';
import { isolate } from '../../../../figures/text/isolate.ts';
import { itemsOf } from '../../../api/find-in-list.ts';
import { clientFiguresKey, clientsQuery, sitesQuery } from '../../../api/portfolio-queries.ts';
import type { SiteView } from '../../../site-views.ts';
import { hasAllWords } from '../../../ui/has-all-words.ts';
import { SiteContext } from '../../../use-site.ts';
import { useSiteViews } from '../../session/use-site-views.ts';
import { useFoundSites } from './use-found-sites.ts';

/** A place that the search can open. */
export interface Target {
  id: string;
  name: string;
  /** What the target is, such as "Page", "Client" or "Site of Acme". */
  kind: string;
  open: () => void;
}

export interface Targets {
  targets: readonly Target[];
  /** Whether the service has more sites that match. */
  hasMore: boolean;
  isSearching: boolean;
  /** Whether some clients are left out of the search because they are not loaded. */
  hasUnsearchedClients: boolean;
  /** Whether only loaded sites are searched, so that others may be left out. */
  hasUnsearchedSites: boolean;
}

/**
 * The targets that match a text: pages, loaded clients and their loaded sites, in this order, then the other sites that
 * the service finds.
 */
export function useTargets(typedText: string): Targets {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const current = use(SiteContext);
  const { data, hasNextPage } = useInfiniteQuery(clientsQuery());
  const foundSites = useFoundSites(typedText);
  const views = useSiteViews();

  const openSite = (site: string, client: string | undefined, view: SiteView = 'timeline') =>
    void navigate({ to: `/sites/$siteId/${view}`, params: { siteId: site }, search: { client } });
  const pages: Target[] = [
    {
      id: 'page-clients',
      name: 'Clients',
      kind: 'Page',
      open: () => void navigate({ to: '/clients' }),
    },
  ];
  if (current) {
    for (const { view, name } of views) {
      pages.push({
        id: `page-${view}`,
        name,
        kind: 'Page of this site',
        open: () => openSite(current.siteId, current.clientId ?? undefined, view),
      });
    }
  }
  const clients = itemsOf(data);
  const sites = clients.flatMap((client) => {
    const listedSites = itemsOf(cache.getQueryData(sitesQuery(client.id).queryKey));
    const figures = cache.getQueryData<{ sites: readonly Pick<Site, 'id' | 'name'>[] }>(
      clientFiguresKey(client.id),
    );
    const knownSites = listedSites.length > 0 ? listedSites : figures?.sites;
    return (knownSites ?? []).map(
      (site): Target => ({
        id: `site-${site.id}`,
        name: site.name || site.id,
        kind: `Site of ${isolate(client.name || client.id)}`,
        open: () => openSite(site.id, client.id),
      }),
    );
  });
  const clientTargets = clients.map(
    ({ id, name }): Target => ({
      id: `client-${id}`,
      name: name || id,
      kind: 'Client',
      open: () => void navigate({ to: '/clients/$clientId/sites', params: { clientId: id } }),
    }),
  );
  const loadedTargets = [...pages, ...clientTargets, ...sites].filter(({ name, kind }) =>
    hasAllWords([name, kind], typedText),
  );
  const loadedIds = new Set(loadedTargets.map(({ id }) => id));
  const foundTargets = (foundSites?.sites ?? []).map(
    ({ id, name, clientId, clientName }): Target => ({
      id: `site-${id}`,
      name: name || id,
      kind: clientId === null ? 'Site' : `Site of ${isolate(clientName || clientId)}`,
      open: () => openSite(id, clientId ?? undefined),
    }),
  );
  return {
    targets: [...loadedTargets, ...foundTargets.filter(({ id }) => !loadedIds.has(id))],
    hasMore: foundSites?.hasMore ?? false,
    isSearching: foundSites?.isSearching ?? false,
    hasUnsearchedClients: hasNextPage,
    hasUnsearchedSites: foundSites === null,
  };
}
