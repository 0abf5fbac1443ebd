import { compareBrands } from '../../src/service/store/brand-order.ts';
import type { SiteRecord } from '../../src/service/store/records.ts';
import { allDays } from '../../src/service/store/scan-day.ts';
import type { ListedSite, OverviewSite } from '../../src/service/store/site-rows.ts';
import { hasWords } from '../../src/service/store/site-search.ts';
import type { PageRequest, Tenant } from '../../src/service/store/store.ts';
import { measurementOf, modelsOfAnswers } from './scan-rows.ts';
import type { Tables } from './tables.ts';
import { findCompletedScans } from './timeline.ts';
import { isSiteVisible, pageNewestFirst } from './visibility.ts';

/** Implements `Store.listedSite` for a site that the tenant can see. */
export function listedSiteOf(tables: Tables, site: SiteRecord): ListedSite {
  const client = site.clientId === null ? undefined : tables.clients.get(site.clientId);
  const tracked = [...tables.brands.values()]
    .filter((brand) => brand.siteId === site.id && brand.role === 'tracked')
    .sort(compareBrands)[0];
  const lastScan = findCompletedScans(tables, site.id, allDays).at(-1);
  return {
    ...site,
    clientName: client?.name ?? null,
    trackedBrand: tracked ? { id: tracked.id, name: tracked.name } : null,
    lastScan: lastScan ? { id: lastScan.id, completedAt: lastScan.completedAt } : null,
  };
}

/** Implements `Store.listedSites`. */
export function listedSitesOf(
  tables: Tables,
  tenant: Tenant,
  words: readonly string[],
  page: PageRequest,
): ListedSite[] {
  const clientNameOf = ({ clientId }: SiteRecord) => tables.clients.get(clientId ?? '')?.name ?? '';
  const matches = [...tables.sites.values()]
    .filter((site) => site.active && isSiteVisible(tenant, site))
    .filter((site) => hasWords(words, [site.name, site.url, clientNameOf(site)]));
  return pageNewestFirst(matches, page).map((site) => listedSiteOf(tables, site));
}

/** Counts the scans that have failed since the newest completed one; all failed scans if none has completed. */
function countFailedScans(tables: Tables, siteId: string): number {
  const scans = [...tables.scans.values()].filter((scan) => scan.siteId === siteId);
  const newestFirst = pageNewestFirst(scans, { after: null, limit: scans.length });
  const newestCompletedIndex = newestFirst.findIndex(({ status }) => status === 'completed');
  const newerScans =
    newestCompletedIndex === -1 ? newestFirst : newestFirst.slice(0, newestCompletedIndex);
  return newerScans.filter(({ status }) => status === 'failed').length;
}

/** Implements `Store.overview`. */
export function overviewOf(
  tables: Tables,
  tenant: Tenant,
  page: PageRequest,
  scansPerSite: number,
): OverviewSite[] {
  return listedSitesOf(tables, tenant, [], page).map((site) => {
    const brandId = site.trackedBrand?.id;
    const answers = [...tables.answers.values()].filter(({ siteId }) => siteId === site.id);
    const scans = findCompletedScans(tables, site.id, allDays).slice(-scansPerSite);
    return {
      ...site,
      scans: scans.map((scan) => {
        const answersOfScan = answers.filter(({ scanId }) => brandId && scanId === scan.id);
        const mentions = answersOfScan.filter(({ brandIds }) =>
          brandIds.some((id) => id === brandId),
        );
        return {
          ...scan,
          answers: answersOfScan.length,
          mentions: mentions.length,
          measured: measurementOf(answersOfScan),
          models: modelsOfAnswers(answersOfScan),
          rules: tables.scans.get(scan.id)?.rules,
        };
      }),
      failedScans: countFailedScans(tables, site.id),
    };
  });
}
