import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ComparedPeriods } from '../../contract/dates/periods.ts';
import type { ReportColumns } from '../../figures/series/columns.ts';
import { markTrackedBrand } from '../../figures/series/tracked-brand.ts';
import { timelineQuery } from '../api/reports.ts';
import { filtersQuery } from '../api/site-queries.ts';
import { useShown } from '../api/use-shown.ts';
import { useHasTimeline } from '../app/session/share-overrides.ts';
import { useSite } from '../use-site.ts';
import type { TimelineRequest } from './search/search.ts';
import { classifyNotFound, needsFilters } from './series/classify-not-found.ts';
import { useBrandReport } from './use-brand-report.ts';

export interface ShownReport {
  /** The report to show; null until one has loaded. */
  report: ReportColumns | null;
  /** The periods that the report's request compares. */
  compared: ComparedPeriods;
  /** When the report arrived, in milliseconds since 1970; 0 if there is none. */
  loadedAt: number;
  /** True while the report belongs to an earlier request than the current one. */
  isOld: boolean;
  isLoading: boolean;
  /** Why the last attempt failed, while a retry is pending; otherwise null. */
  lastError: Error | null;
  /** Why the current request's report could not be loaded or refreshed; null if it has not failed. */
  error: Error | null;
  retry: () => void;
}

/** A report that was loaded for another request but also answers this one. */
export interface LoadedReport {
  report: ReportColumns;
  /** In milliseconds since 1970. */
  loadedAt: number;
}

/**
 * Loads the report for a request. Until it arrives, the previous report of the same site and session is shown.
 * Requests superseded by a newer request are aborted, and their responses are never shown.
 * @param options `isEnabled`: whether to load a report, since a share may leave the timeline out; `loaded`: the report, if
 * it need not be requested
 */
export function useReport(
  request: TimelineRequest,
  compared: ComparedPeriods,
  { isEnabled = true, loaded = null }: { isEnabled?: boolean; loaded?: LoadedReport | null } = {},
): ShownReport {
  const { siteId } = useSite();
  const options = timelineQuery({ siteId, request });
  const query = useQuery({
    ...options,
    enabled: isEnabled,
    ...(loaded && { initialData: loaded.report, initialDataUpdatedAt: loaded.loadedAt }),
  });
  const filters = useQuery({
    ...filtersQuery(siteId),
    enabled: needsFilters(query.error, request),
  });
  const { data, dataUpdatedAt: loadedAt } = query;
  const last = useShown(
    [...options.queryKey, compared, loadedAt],
    data && { report: data, compared, loadedAt },
  );
  const shownReport = last?.report ?? null;
  // Only a report by brand says whether a requested brand is the tracked one, which decides the colours of real moves.
  const needsTrackedBrand = shownReport?.isOfTrackedBrand === false && compared !== null;
  const canLoadBrands = useHasTimeline();
  const byBrand = useBrandReport(request, canLoadBrands && isEnabled && needsTrackedBrand);
  const report = useMemo(
    () =>
      shownReport &&
      markTrackedBrand(
        shownReport,
        byBrand === 'loading' || byBrand === null ? undefined : byBrand,
      ),
    [shownReport, byBrand],
  );
  return {
    report,
    compared: last ? last.compared : compared,
    loadedAt: last?.loadedAt ?? 0,
    isOld: data === undefined && last !== undefined,
    isLoading: query.isFetching,
    lastError: query.isFetching ? query.failureReason : null,
    error: classifyNotFound(query.error, request, filters),
    retry: () => void query.refetch(),
  };
}
