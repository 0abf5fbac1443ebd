import { useParams, useSearch } from '@tanstack/react-router';
import { toPlainSearch } from '../../search-format.ts';

/** The search of a site's pages: the client that the site was opened from, and the parameters of the page as text. */
export interface SiteSearch {
  [parameter: string]: string | string[] | undefined;
  client?: string | undefined;
}

/** Reads the search of a site's pages. If there are several clients, the first counts. */
export function readSiteSearch(raw: Record<string, unknown>): SiteSearch {
  const { client, ...search } = toPlainSearch(raw);
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

/** The site in the address. Only for the pages of a site; `useSiteIfAny` is for components that other pages use too. */
export function useSite(): CurrentSite {
  const { siteId } = useParams(layout);
  const { client = null } = useSearch(layout);
  return { siteId, clientId: client };
}

/** The site in the address; null on a page that is not about a site. */
export function useSiteIfAny(): CurrentSite | null {
  const params = useParams({ ...layout, shouldThrow: false });
  const search = useSearch({ ...layout, shouldThrow: false });
  return params ? { siteId: params.siteId, clientId: search?.client ?? null } : null;
}

/** The parameters of a site's page, as text; those of `useSite` included. */
export const useSiteSearch = (): SiteSearch => useSearch(layout);
