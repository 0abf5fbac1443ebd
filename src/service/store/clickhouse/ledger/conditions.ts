import { selectNewestOfManySites } from '../engine/schema.ts';

/**
 * Rows of sites of every tenant that are not removed, up to the import `{version:UInt64}`: for tables with a `siteId`.
 * For the runner only.
 */
export const existingSites = `siteId IN (SELECT id FROM ${selectNewestOfManySites('sites', 'true')})`;
/** Like `existingSites`, of the site `{site:UUID}`. */
export const existingSite = `siteId = {site:UUID} AND siteId IN (SELECT id FROM ${selectNewestOfManySites('sites', 'id = {site:UUID}')})`;

/**
 * For tables with a `siteId` and a `scan`: rows of scans that are not removed.
 * @param sites a condition that limits the rows to sites
 */
export const keptScansIn = (sites: string): string =>
  `${sites} AND scan NOT IN (SELECT scan FROM scanSteps WHERE ${sites} AND step = 'removed')`;
