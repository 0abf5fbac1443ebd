import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PageSettings } from '../../contract/page-settings.ts';
import type { Branding } from '../../contract/sightline/branding.ts';
import type { SiteDetails } from '../../contract/sightline/resources.ts';
import { siteByIdQuery } from '../api/sightline/site-query.ts';
import { useCapability, usePageSettings } from '../app/session/use-session.ts';
import { type CurrentSite, useSite } from '../use-site.ts';

/** The branding of a site's client; null if the client has none, or if the branding is not known. */
export function useBranding(): Branding | null {
  const { siteId } = useSite();
  const hasSites = useCapability('sites');
  const { data } = useQuery({ ...siteByIdQuery(siteId), enabled: hasSites });
  return data?.branding ?? null;
}

/** Loads a site for a file, which waits for it as long as for any response, since it cannot change later. */
async function loadSite(client: QueryClient, { siteId }: CurrentSite): Promise<SiteDetails> {
  const known = client.getQueryData(siteByIdQuery(siteId).queryKey);
  if (known) return known;
  const { getSite } = await import('../api/sightline/site.ts');
  return getSite({ client, signal: new AbortController().signal }, siteId);
}

/**
 * Returns a function that loads the page's settings with the client's logo and colour in place of the host's, for files that are handed to
 * a client. May have to load the site, so it is called only when a file is created. A logo or colour that is not
 * set, or is unknown, stays the host's.
 */
export function useLoadBrandedSettings(): () => Promise<PageSettings> {
  const currentSite = useSite();
  const client = useQueryClient();
  const settings = usePageSettings();
  return async () => {
    if (!settings.capabilities.includes('sites')) return settings;
    const site = await loadSite(client, currentSite).catch(() => null);
    const { name, logo, accent } = settings.brand;
    const { branding = null } = site ?? {};
    const brand = { name, logo: branding?.logo ?? logo, accent: branding?.accent ?? accent };
    return { ...settings, brand };
  };
}
