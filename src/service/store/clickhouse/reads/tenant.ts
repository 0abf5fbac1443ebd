import type { Tenant } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import { selectNewest, selectNewestOfImports, selectNewestOfManySites } from '../engine/schema.ts';

/** What all reads of one call have in common. */
export interface TenantReads {
  engine: Engine;
  tenant: Tenant;
  /** The version of the data. */
  version: number;
}

/** The conditions that limit statements to what exists for a tenant, and their parameters. */

const visibleConditionOn = (column: 'id' | 'clientId') =>
  `({client:Nullable(UUID)} IS NULL OR ${column} = {client:Nullable(UUID)})`;

/**
 * For `clients` and `sites`. The account of an ID never changes, so this condition may be used before the newest rows
 * are selected.
 */
export const accountCondition = 'accountId = {account:UUID}';
/** Only for the newest rows of `clients`. */
export const visibleClientCondition = visibleConditionOn('id');
/** Only for the newest rows of `sites`, since a site may move to another client. */
export const visibleSiteCondition = visibleConditionOn('clientId');
/** Only for the current rows of `notes`, since the audience of a note may change. */
export const visibleNoteCondition = `({client:Nullable(UUID)} IS NULL OR audience = 'client')`;

const accountSiteCondition = `${accountCondition} AND id = {site:UUID}`;

/** Selects the site, if it exists for the tenant. */
export const selectTenantSite = `SELECT * FROM ${selectNewest('sites', accountSiteCondition)} WHERE ${visibleSiteCondition}`;

const visibleSitesConditionIn = (rows: string) =>
  `siteId IN (SELECT id FROM ${rows} WHERE ${visibleSiteCondition})`;
const siteConditionIn = (rows: string) =>
  `siteId = {site:UUID} AND ${visibleSitesConditionIn(rows)}`;

/** For tables with a `siteId`: rows of the site, if it exists for the tenant. */
export const tenantSiteCondition = siteConditionIn(selectNewest('sites', accountSiteCondition));
/**
 * Like `selectNewest`, for the rows of the site, if it exists for the tenant, which the statement checks once.
 * @param where a further condition.
 */
export const selectNewestOfSite = (table: string, where = 'true'): string =>
  selectNewest(table, `${tenantSiteCondition} AND ${where}`, `siteId = {site:UUID} AND ${where}`);
/** Like `tenantSiteCondition`, with the committed imports as a parameter. */
export const tenantSiteConditionOfImports = siteConditionIn(
  selectNewestOfImports('sites', accountSiteCondition),
);

/**
 * For tables with a `siteId`: rows of the given sites, even of sites that do not exist for the tenant. Must be combined
 * with a condition that limits the rows to the tenant.
 */
export const requestedSitesCondition = 'siteId IN {sites:Array(UUID)}';
/** For tables with a `siteId`: rows of the given sites that exist for the tenant. */
export const tenantSitesCondition = `${requestedSitesCondition} AND ${visibleSitesConditionIn(
  selectNewestOfManySites('sites', `${accountCondition} AND id IN {sites:Array(UUID)}`),
)}`;

/** For tables with a `siteId`: rows of all sites that exist for the tenant. */
export const tenantSitesOnly = visibleSitesConditionIn(
  selectNewestOfManySites('sites', accountCondition),
);

/** Selects the committed imports that contain the site, or any of its scans or prompts. */
export const selectImportsOfSite = `SELECT DISTINCT id FROM imports WHERE id <= {version:UInt64} AND id IN (
    SELECT import FROM sites WHERE ${accountSiteCondition}
    UNION ALL SELECT import FROM scans WHERE ${tenantSiteCondition}
    UNION ALL SELECT import FROM prompts WHERE ${tenantSiteCondition})`;

export const tenantParamsOf = ({ tenant, version }: TenantReads) => ({
  account: tenant.accountId,
  client: tenant.clientId,
  version,
});

export const siteParamsOf = (reads: TenantReads, siteId: string) => ({
  ...tenantParamsOf(reads),
  site: siteId,
});
