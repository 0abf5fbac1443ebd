import { useParams, useSearch } from '@tanstack/react-router';
import { createContext, use, useMemo } from 'react';

/** The search of a site's pages: the client that the site was opened from, and the parameters of the page as text. */
export interface SiteSearch {
  [parameter: string]: string | string[] | undefined;
  client?: string | undefined;
}

/** Reads the search of a site's pages. If there are several clients, the first counts. */
export function readSiteSearch({ client, ...search }: SiteSearch): SiteSearch {
  const [first] = [client].flat();
  return first === undefined || first === '' ? search : { ...search, client: first };
}

const layout = { from: '/sites/$siteId' } as const;

/** The site that the current page is about, and the client that it was opened from, if any. */
export interface CurrentSite {
  siteId: string;
  /** Null if the address names no client. */
  clientId: string | null;
}

/** The site in the address. Only for the layout of a site's pages, which passes it on as `SiteContext`. */
export function useSiteInAddress(): CurrentSite {
  const { siteId } = useParams(layout);
  const { client: clientId = null } = useSearch(layout);
  return useMemo(() => ({ siteId, clientId }), [siteId, clientId]);
}

/** Null outside of a site's pages. */
export const SiteContext = createContext<CurrentSite | null>(null);

/** The current site. Only for components that are used within a site's pages alone. */
export function useSite(): CurrentSite {
  const site = use(SiteContext);
  if (!site) throw new Error('This component needs a site around it.');
  return site;
}

const noSearch: SiteSearch = {};

/** The parameters of a site's page, as text; the client included. None on other pages. */
export const useSiteSearch = (): SiteSearch =>
  useSearch({ ...layout, shouldThrow: false }) ?? noSearch;
