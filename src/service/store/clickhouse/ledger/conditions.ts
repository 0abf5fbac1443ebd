import { selectNewestOfManySites } from '../engine/schema.ts';
import { accountCondition, tenantSiteCondition, tenantSitesOnly } from '../reads/tenant.ts';

/** Conditions on the tables of the ledger, which never select a row that another account wrote. */

const existingSitesWhere = (where: string) =>
  `(siteId, accountId) IN (SELECT id, accountId FROM ${selectNewestOfManySites('sites', where)})`;

/** Rows of sites of every tenant that are not removed, up to the import `{version:UInt64}`. For the runner only. */
export const existingSites = existingSitesWhere('true');
/** Like `existingSites`, of the site `{site:UUID}`. */
export const existingSite = `siteId = {site:UUID} AND ${existingSitesWhere('id = {site:UUID}')}`;

/** Rows of the site `{site:UUID}`, if it exists for the tenant. */
export const ownSite = `${accountCondition} AND ${tenantSiteCondition}`;
/** Rows of all sites that exist for the tenant. */
export const ownSites = `${accountCondition} AND ${tenantSitesOnly}`;

/**
 * For tables with a `scan`: rows of scans that are not removed.
 * @param sites a condition that limits the rows to sites
 */
export const keptScansIn = (sites: string): string =>
  `${sites} AND scan NOT IN (SELECT scan FROM scanSteps WHERE ${sites} AND step = 'removed')`;
