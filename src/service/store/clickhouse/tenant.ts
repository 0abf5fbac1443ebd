import type { Tenant } from '../store.ts';
import { newest, newestOfAll, newestOfImports } from './schema.ts';

/** The conditions that limit statements to what exists for a tenant, and their parameters. */

const visibleBy = (column: 'id' | 'clientId') =>
  `({client:Nullable(UUID)} IS NULL OR ${column} = {client:Nullable(UUID)})`;

/**
 * For `clients` and `sites`. An ID keeps its account, so this may select rows before their newest versions are known.
 */
export const ofAccount = 'accountId = {account:UUID}';
/** Only for the newest rows of `clients` and `sites`, since a site may move to another client. */
export const visibleClient = visibleBy('id');
export const visibleSite = visibleBy('clientId');

const ownSite = `${ofAccount} AND id = {site:UUID}`;

/** The site, if it exists for the tenant. */
export const tenantSite = `SELECT * FROM ${newest('sites', ownSite)} WHERE ${visibleSite}`;

const ofVisibleSites = (rows: string) => `siteId IN (SELECT id FROM ${rows} WHERE ${visibleSite})`;
const inSite = (rows: string) => `siteId = {site:UUID} AND ${ofVisibleSites(rows)}`;

/** For tables with a `siteId`. */
export const ofTenantSite = inSite(newest('sites', ownSite));
/** The same with the committed imports as a parameter. */
export const ofTenantSiteOfImports = inSite(newestOfImports('sites', ownSite));

/**
 * For tables with a `siteId`: rows of the given sites, whether or not these exist for the tenant. Only beside a
 * condition that limits the rows to the tenant.
 */
export const inSites = 'siteId IN {sites:Array(UUID)}';
/** Rows of those of the given sites that exist for the tenant. */
export const ofTenantSites = `${inSites} AND ${ofVisibleSites(
  newestOfAll('sites', `${ofAccount} AND id IN {sites:Array(UUID)}`),
)}`;

/** Committed imports that contain the site, or any of its scans or prompts. */
export const importsOfSite = `SELECT DISTINCT id FROM imports WHERE id <= {version:UInt64} AND id IN (
    SELECT import FROM sites WHERE ${ownSite}
    UNION ALL SELECT import FROM scans WHERE ${ofTenantSite}
    UNION ALL SELECT import FROM prompts WHERE ${ofTenantSite})`;

export const tenantParams = ({ accountId, clientId }: Tenant) => ({
  account: accountId,
  client: clientId,
});

export const siteParams = (tenant: Tenant, siteId: string, version: number) => ({
  ...tenantParams(tenant),
  site: siteId,
  version,
});
