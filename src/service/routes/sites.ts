import { pathTo } from '../../contract/every-endpoint.ts';
import { readQuery } from '../../contract/parameters.ts';
import type { SitePage } from '../../contract/portfolio.ts';
import type { Branding } from '../../contract/sightline/branding.ts';
import { siteListParameters } from '../../contract/sightline/parameters.ts';
import type {
  ListedSite,
  ListedSitePage,
  SiteDetails,
} from '../../contract/sightline/resources.ts';
import { toReadablePage } from '../addresses/readable.ts';
import { handleInStretches } from '../limits/stretch.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import type { ClientBranding } from '../store/records.ts';
import type { ListedSite as StoredSite } from '../store/site-rows.ts';
import { wordsOf } from '../store/site-search.ts';
import type { Store, Tenant } from '../store/store.ts';
import { readPaging } from './paging.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from './problems.ts';
import { type Route, readPathId, searchOf } from './route.ts';

export const toListedSite = (site: StoredSite): ListedSite => ({
  id: site.id,
  name: site.name,
  url: site.url,
  clientId: site.clientId,
  clientName: site.clientName,
  trackedBrand: site.trackedBrand,
  lastScan: site.lastScan && {
    id: site.lastScan.id,
    completedAt: toTimestamp(site.lastScan.completedAt),
  },
});

/** The branding of a client; null if it has none. */
export function toBranding({ reportName, logo, accent }: ClientBranding): Branding | null {
  if (`${reportName}${logo}${accent}` === '') return null;
  return { reportName: reportName || null, logo: logo || null, accent: accent || null };
}

/** GET /sightline/v1/sites: the active sites that the key can access, newest first. */
export const sitesRoute: Route = (options) => async (context) => {
  const pagingResult = readPaging(options, context, pathTo('sites', {}));
  const { query, faults } = readQuery({ q: siteListParameters.q }, searchOf(context));
  if (pagingResult.faults)
    throw createInvalidParametersProblem([...faults, ...pagingResult.faults]);
  if (faults.length > 0) throw createInvalidParametersProblem(faults);

  const { tenant } = context.get('access');
  const { entries, nextCursor } = pagingResult.paging.toPage(
    await options.store.listedSites(tenant, wordsOf(query.q ?? ''), pagingResult.paging.request),
  );
  const page: ListedSitePage = { data: entries.map(toListedSite), nextCursor };
  return context.json(page);
};

/** Reads what the endpoint of a site responds with; null if the site does not exist for the tenant. */
export async function readSiteDetails(
  store: Store,
  tenant: Tenant,
  siteId: string,
): Promise<SiteDetails | null> {
  const [site, details, branding] = await Promise.all([
    store.listedSite(tenant, siteId),
    store.site(tenant, siteId),
    store.branding(tenant, siteId),
  ]);
  if (!site || !details) return null;
  const brands: SiteDetails['brands'] = [];
  await handleInStretches(details.brands, ({ id, name, role, domains }) =>
    brands.push({ id, name, role, domains: domains.map(toReadablePage) }),
  );
  return {
    ...toListedSite(site),
    active: site.active,
    brands,
    branding: branding && toBranding(branding),
  };
}

/** GET /sightline/v1/sites/{siteId}: one site, its brands, and the branding of its client. */
export const siteRoute: Route =
  ({ store }) =>
  async (context) => {
    const siteId = readPathId(context, 'siteId');
    const details =
      siteId === null ? null : await readSiteDetails(store, context.get('access').tenant, siteId);
    if (!details) throw createNotFoundProblem('site');
    return context.json(details);
  };

/** GET /v1/clients/{clientId}/sites: the active sites of one client, newest first. */
export const clientSitesRoute: Route = (options) => async (context) => {
  const clientId = readPathId(context, 'clientId');
  const pagingResult = readPaging(
    options,
    context,
    pathTo('clientSites', { clientId: clientId ?? '' }),
  );
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

  const { tenant } = context.get('access');
  if (!clientId || !(await options.store.hasClient(tenant, clientId)))
    throw createNotFoundProblem('client');
  const { entries, nextCursor } = pagingResult.paging.toPage(
    await options.store.sites(tenant, clientId, pagingResult.paging.request),
  );
  const page: SitePage = {
    data: entries.map((site) => ({
      id: site.id,
      name: site.name,
      url: site.url,
      clientId,
      createdAt: toTimestamp(site.createdAt),
      updatedAt: toTimestamp(site.updatedAt),
    })),
    nextCursor,
  };
  return context.json(page);
};
