import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { fillPath } from '../../../contract/endpoint.ts';
import {
  accountCollectionPath,
  cancelScanPath,
  collectedScanPath,
  collectedScansPath,
  collectingPath,
  collectionPath,
  retryScanPath,
  runScanPath,
} from '../../../contract/endpoints/scan-runs.ts';
import { Scan } from '../../../contract/resources.ts';
import {
  endedStates,
  RunningScans,
  ScanOptions,
  type ScanRun,
  ScanRunDetails,
  ScanRunPage,
  SiteScanSettings,
} from '../../../contract/sightline/scans.ts';
import { ApiError } from '../errors.ts';
import { firstPageCursor } from '../find-in-list.ts';
import { get } from '../get.ts';
import { nextCursorOf } from '../paging.ts';
import { request } from '../request.ts';
import type { SiteCall } from './revoke.ts';

/** Milliseconds between two requests for scans while one runs, so that all of a page shows the same progress. */
const busyInterval = 2_000;
/** Milliseconds between two requests for running scans while there are none. */
const idleInterval = 60_000;
const pageSize = 30;

/** Whether nothing more happens to a scan by itself. */
export const hasScanEnded = ({ state }: Pick<ScanRun, 'state'>): boolean =>
  endedStates.includes(state);

/** What the questions of a new site can be asked with. Needs the capability `collect`, like all below. */
export const scanOptionsQuery = () =>
  queryOptions({
    queryKey: ['scan options'],
    queryFn: (context) => get(context, ScanOptions, accountCollectionPath),
    staleTime: 0,
  });

/** Where and when a site's questions are asked, and what that costs. */
export const siteScanSettingsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['settings', siteId],
    queryFn: (context) => get(context, SiteScanSettings, fillPath(collectionPath, { siteId })),
    // Other people and schedules spend too.
    staleTime: 0,
  });

/** The scans that the service runs itself, newest first, polled while one has not ended. */
export const scanRunsQuery = (siteId: string) =>
  infiniteQueryOptions({
    queryKey: ['scan runs', siteId],
    queryFn: (context) => {
      const search = new URLSearchParams({ limit: String(pageSize) });
      if (context.pageParam !== null) search.set('cursor', context.pageParam);
      const path = fillPath(collectedScansPath, { siteId });
      return get(context, ScanRunPage, path, search);
    },
    initialPageParam: firstPageCursor,
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) => {
      // The site may have been deleted meanwhile, or the key changed.
      if (error instanceof ApiError && (error.kind === 'notFound' || error.kind === 'forbidden'))
        return false;
      return data?.pages.some((page) => !page.data.every(hasScanEnded)) ? busyInterval : false;
    },
  });

/** One of these scans with the questions that it asks, as they were when it began. */
export const scanRunQuery = (siteId: string, scanId: string) =>
  queryOptions({
    queryKey: ['scan run', siteId, scanId],
    queryFn: (context) =>
      get(context, ScanRunDetails, fillPath(collectedScanPath, { siteId, scanId })),
  });

/** The running scans of a key's sites, and what went wrong. Not polled for a key that may not see it. */
export const runningScansQuery = () =>
  queryOptions({
    queryKey: ['running'],
    queryFn: (context) => get(context, RunningScans, collectingPath),
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (error instanceof ApiError && error.kind === 'forbidden') return false;
      return data && data.running.length > 0 ? busyInterval : idleInterval;
    },
  });

/** Starts a scan now. A failed request is never retried. @throws ApiError: 409 while one runs, 422 if none can run */
export const runScan = ({ session, siteId }: SiteCall): Promise<Scan> =>
  request({ method: 'POST', path: fillPath(runScanPath, { siteId }), session }, Scan);

/** Stops asking the questions of a scan. What was answered is kept. @throws ApiError */
export const cancelScan = ({ session, siteId }: SiteCall, scanId: string): Promise<Scan> =>
  request({ method: 'POST', path: fillPath(cancelScanPath, { siteId, scanId }), session }, Scan);

/** Asks the failed questions of a scan again. @throws ApiError: 409 while one runs, 422 if that is impossible */
export const retryScan = ({ session, siteId }: SiteCall, scanId: string): Promise<Scan> =>
  request({ method: 'POST', path: fillPath(retryScanPath, { siteId, scanId }), session }, Scan);

/** Loads what a scan changes that a schedule or somebody else has started. */
export const refreshAfterStart = (client: QueryClient): Promise<void> => {
  const kinds = [siteScanSettingsQuery(''), scanRunsQuery('')].map(({ queryKey: [kind] }) => kind);
  return client.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => kinds.some((changed) => changed === kind),
  });
};

/** Loads what a scan of a site that was just started, cancelled or retried changes. */
export const refreshScanRuns = async (client: QueryClient, siteId: string): Promise<void> => {
  await Promise.all(
    [
      siteScanSettingsQuery(siteId).queryKey,
      scanRunsQuery(siteId).queryKey,
      runningScansQuery().queryKey,
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
};
