import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReportColumns } from '../../api/columns.ts';
import type { Context } from '../../api/get.ts';
import { createLimiter } from '../../api/limiter.ts';
import { getTimeline, timelineQuery } from '../../api/reports.ts';
import { timelineCall } from '../../api/timeline-call.ts';
import { useMeasurementChanges } from '../comparison/use-measurement-changes.ts';
import type { TimelineQuestion } from '../question/search.ts';
import type { ShownReport } from '../report/use-report.ts';
import { type Matrix, type RowReport, toMatrix } from './matrix.ts';

/** The service computes each report from all answers: at most four are requested at a time. */
const limiter = createLimiter(4);

/** One of the many reports of a matrix. Cancelled, even while queued, once no matrix shows it. */
function partQuery(siteId: string, question: TimelineQuestion) {
  return queryOptions({
    queryKey: ['matrix', siteId, timelineCall(siteId, question).search.toString()],
    queryFn: (context: Context) =>
      limiter(context.signal, () => getTimeline(context, siteId, question)),
  });
}

/** The reports of some queries, which keep their identity while they stay the same. */
function combine(results: readonly UseQueryResult<ReportColumns>[]) {
  return {
    reports: results.map(
      ({ data, isError, isFetching }): RowReport =>
        data ?? (isError && !isFetching ? 'failed' : 'loading'),
    ),
    retries: results.flatMap(({ isError, refetch }) => (isError ? [refetch] : [])),
  };
}

export interface LoadedMatrix {
  /** Null until the platforms and regions are known. */
  matrix: Matrix | null;
  /** The report and the comparison that it belongs to; null without a matrix. */
  basis: Pick<ShownReport, 'report' | 'compared'> | null;
  /** Whether it belongs to an earlier question than the current one. */
  isOld: boolean;
  /** How many of its reports could not be loaded. */
  failed: number;
  isLoading: boolean;
  retry: () => void;
}

/**
 * Loads a matrix: its regions' totals, then one report by region for each platform.
 * @param question by platform
 * @param shown its report, which names the platforms
 */
export function useMatrix(
  siteId: string,
  question: TimelineQuestion,
  shown: ShownReport,
): LoadedMatrix {
  const byPlatform = shown.isOld ? null : shown.report;
  const { compared } = shown;
  const changes = useMeasurementChanges(siteId, question, shown, compared !== null);
  const keys = byPlatform?.series.map(({ key }) => key) ?? [];
  const ofRegions = { ...question, groupBy: 'region' } as const;
  const { reports, retries } = useQueries({
    queries: [
      // Also says where regions came or went.
      timelineQuery(siteId, ofRegions),
      ...keys.map((key) => partQuery(siteId, { ...ofRegions, platform: [key] })),
    ],
    combine,
  });
  const arrived = useMemo(() => {
    const [byRegion = 'loading', ...rows] = reports;
    if (!byPlatform || byRegion === 'loading') return null;
    const matrix = toMatrix({
      byPlatform,
      byRegion: byRegion === 'failed' ? null : byRegion,
      rows: new Map(byPlatform.series.map(({ key }, index) => [key, rows[index] ?? 'loading'])),
      compared,
      changes,
    });
    return { matrix, basis: { report: byPlatform, compared } };
  }, [byPlatform, reports, compared, changes]);
  const [last, setLast] = useState(arrived);
  if (arrived !== null && arrived !== last) setLast(arrived);
  return {
    matrix: (arrived ?? last)?.matrix ?? null,
    basis: (arrived ?? last)?.basis ?? null,
    isOld: arrived === null && last !== null,
    failed: reports.filter((each) => each === 'failed').length,
    isLoading: shown.isLoading || reports.includes('loading'),
    retry: () => {
      for (const refetch of retries) void refetch();
    },
  };
}
