import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { compareReport } from '../../../figures/comparison/compare-report.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { ApiError } from '../../api/errors.ts';
import { timelineQuery } from '../../api/reports.ts';
import { matrixRowsQuery, rowReportQuery } from '../../api/sightline/matrix-rows.ts';
import { useShown } from '../../api/use-shown.ts';
import { useHasTimeline } from '../../app/session/share-overrides.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import { useMeasurementChanges } from '../comparison/use-measurement-changes.ts';
import type { TimelineRequest } from '../search/search.ts';
import { allBrandsRequest } from '../use-brand-report.ts';
import type { ShownReport } from '../use-report.ts';
import { completeRows } from './complete-rows.ts';
import { type Matrix, type RowReport, toMatrix } from './matrix.ts';

/** Converts results to reports, and to functions that retry the failed ones. Unchanged reports keep their identity. */
function combineResults(results: readonly UseQueryResult<ReportColumns>[]) {
  return {
    reports: results.map(
      ({ data, isError, isFetching }): RowReport =>
        data ?? (isError && !isFetching ? 'failed' : 'loading'),
    ),
    versions: results.map(({ status, dataUpdatedAt }) => `${status} ${dataUpdatedAt}`),
    retries: results.flatMap(({ isError, refetch }) => (isError ? [refetch] : [])),
  };
}

interface LoadedRows {
  rows: ReadonlyMap<string, RowReport>;
  /** Changes with the rows. */
  versions: readonly unknown[];
  retries: readonly (() => unknown)[];
}

export interface LoadedMatrix {
  /** Null until the report by platform has loaded, and the one by region has loaded or failed. */
  matrix: Matrix | null;
  /** The report and the comparison that the matrix is based on; null if there is no matrix. */
  basis: Pick<ShownReport, 'report' | 'compared'> | null;
  /** Whether the matrix is an earlier one, shown until the current one has loaded. */
  isOld: boolean;
  /** How many of its reports could not be loaded. */
  failedCount: number;
  isLoading: boolean;
  retry: () => void;
}

/**
 * Loads the rows of a matrix, by platform key: in one call if the service supports that and the call succeeds,
 * otherwise, and while it is late, with one report by region for each platform.
 * @param regionRequest the request grouped by region
 * @param byPlatform null until the platforms are known
 */
function useRows(regionRequest: TimelineRequest, byPlatform: ReportColumns | null): LoadedRows {
  const { siteId } = useSite();
  // After a timeout, later requests skip the single call: they would probably wait just as long.
  const [isTooSlow, setTooSlow] = useState(false);
  const canUseOneCall = useCapability('matrix') && !isTooSlow;
  const rowsResult = useQuery({
    ...matrixRowsQuery({ siteId, request: regionRequest }),
    enabled: canUseOneCall,
  });
  const hasFailed = canUseOneCall && rowsResult.isError && !rowsResult.data;
  const hasTimedOut =
    hasFailed && rowsResult.error instanceof ApiError && rowsResult.error.kind === 'timeout';
  useEffect(() => {
    if (hasTimedOut) setTooSlow(true);
  }, [hasTimedOut]);
  const isOneByOne = !rowsResult.data && (!canUseOneCall || hasFailed);
  const keys = byPlatform?.series.map(({ key }) => key) ?? [];
  const { reports, versions, retries } = useQueries({
    queries: (isOneByOne ? keys : []).map((key) =>
      rowReportQuery({ siteId, request: { ...regionRequest, platform: [key] } }),
    ),
    combine: combineResults,
  });
  const rows = useMemo(() => {
    if (!byPlatform) return new Map<string, RowReport>();
    if (rowsResult.data) return completeRows(byPlatform, rowsResult.data);
    return new Map(
      byPlatform.series.map(({ key }, index) => [key, reports[index] ?? 'loading'] as const),
    );
  }, [byPlatform, reports, rowsResult.data]);
  return { rows, versions: [rowsResult.dataUpdatedAt, ...versions], retries };
}

/**
 * Loads a matrix: the totals of its regions, the total of all, and the cells of each platform.
 * @param request the request of the report by platform
 * @param shown the report by platform, which also names the platforms
 */
export function useMatrix(request: TimelineRequest, shown: ShownReport): LoadedMatrix {
  const { siteId } = useSite();
  const byPlatform = shown.isOld ? null : shown.report;
  const { compared } = shown;
  const changes = useMeasurementChanges(request, shown, compared !== null);
  const regionRequest = { ...request, groupBy: 'region' } as const;
  const canLoadBrands = useHasTimeline();
  const totals = useQueries({
    queries: [
      // `useMeasurementChanges` may use the same query to look for added and removed regions.
      timelineQuery({ siteId, request: regionRequest }),
      ...(canLoadBrands ? [timelineQuery({ siteId, request: allBrandsRequest(request) })] : []),
    ],
    combine: combineResults,
  });
  const [byRegion = 'loading', byBrand = null] = totals.reports;
  const { rows, versions, retries } = useRows(regionRequest, byPlatform);
  const hasLoneTotal = useMemo(() => {
    const isLone = (report: RowReport | null) =>
      report !== null &&
      typeof report !== 'string' &&
      compareReport(report, compared, byPlatform ?? report).comparison?.moves.size === 1;
    return isLone(byPlatform) || isLone(byRegion);
  }, [byPlatform, byRegion, compared]);
  const arrivedMatrix = useMemo(() => {
    if (!byPlatform || byRegion === 'loading') return null;
    // A lone total has the brand's verdict; otherwise, the total of all can arrive later.
    if (hasLoneTotal && byBrand === 'loading') return null;
    const matrix = toMatrix({
      byPlatform,
      byRegion: byRegion === 'failed' ? null : byRegion,
      byBrand,
      rows,
      compared,
      changes,
    });
    return { matrix, basis: { report: byPlatform, compared } };
  }, [byPlatform, byRegion, byBrand, hasLoneTotal, rows, compared, changes]);
  const reports = [...totals.reports, ...rows.values()];
  const key = [request, compared, changes, shown.loadedAt, ...totals.versions, ...versions];
  const shownMatrix = useShown(['matrix', siteId, ...key], arrivedMatrix ?? undefined);
  return {
    matrix: shownMatrix?.matrix ?? null,
    basis: shownMatrix?.basis ?? null,
    isOld: arrivedMatrix === null && shownMatrix !== undefined,
    failedCount: reports.filter((report) => report === 'failed').length,
    isLoading: shown.isLoading || reports.includes('loading'),
    retry: () => {
      for (const refetch of [...totals.retries, ...retries]) void refetch();
    },
  };
}
