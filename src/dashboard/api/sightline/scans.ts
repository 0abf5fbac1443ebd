import { queryOptions } from '@tanstack/react-query';
import { fillPath } from '../../../contract/endpoint.ts';
import { scansPath } from '../../../contract/endpoints/scans.ts';
import { type MeasuredScan, MeasuredScanPage } from '../../../contract/sightline/resources.ts';
import { get, type RequestContext } from '../get.ts';
import { readPages } from './read-pages.ts';

const pageSize = 100;

/**
 * Reads the scans of a site, newest first, for use in a query function.
 * @param isEnough returns true if no scans older than `oldest` are needed
 * @throws ApiError; its kind is `incomplete` if the list cannot be read that far
 */
export function getScans(
  context: RequestContext,
  siteId: string,
  isEnough: (oldest: MeasuredScan) => boolean,
): Promise<MeasuredScan[]> {
  const path = fillPath(scansPath, { siteId });
  return readPages({
    call: `GET ${path}`,
    noun: 'scans',
    limit: pageSize,
    getPage: (search) => get(context, MeasuredScanPage, path, search),
    isEnough: ({ data }) => {
      const oldest = data.at(-1);
      return oldest !== undefined && isEnough(oldest);
    },
  });
}

/** The first page of a site's scans, newest first, whatever their status. */
export const newestScansQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['newest scans', siteId],
    queryFn: (context) => getScans(context, siteId, () => true),
  });

/** Every scan of a site, newest first, whatever their status. */
export const allScansQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['all scans', siteId],
    queryFn: (context) => getScans(context, siteId, () => false),
  });
