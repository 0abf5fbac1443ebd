import { useQueries } from '@tanstack/react-query';
import { defaultGroupBy } from '../../../contract/enums.ts';
import type { ReportColumns } from '../../../figures/series/columns.ts';
import { type Grouping, groupingsOf } from '../../../figures/series/grouping.ts';
import { timelineQuery } from '../../api/reports.ts';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import type { TimelineRequest } from '../search/search.ts';
import { allBrandsRequest } from '../use-brand-report.ts';

/** The reports for a request that have loaded, by grouping. */
export interface GroupedReports {
  reports: Partial<Record<Grouping, ReportColumns>>;
  /** Whether all of them have loaded. */
  areAllLoaded: boolean;
  /** Whether a report could not be loaded. */
  hasFailed: boolean;
}

/**
 * Loads the reports for a request under all other groupings that the service offers, and returns them together with
 * `ownReport`.
 * @param ownReport the report under the grouping of the request; while it is null, the others are not requested
 */
export function useGroupedReports(
  request: TimelineRequest,
  ownReport: ReportColumns | null,
): GroupedReports {
  const { siteId } = useSite();
  const ownGrouping = request.groupBy ?? defaultGroupBy;
  const { capabilities } = usePageSettings();
  const otherGroupings = groupingsOf(capabilities).filter((grouping) => grouping !== ownGrouping);
  const results = useQueries({
    queries: otherGroupings.map((groupBy) => ({
      ...timelineQuery({
        siteId,
        request: groupBy === 'brand' ? allBrandsRequest(request) : { ...request, groupBy },
      }),
      enabled: ownReport !== null,
    })),
  });
  const reports: Partial<Record<Grouping, ReportColumns>> = {};
  for (const [index, groupBy] of otherGroupings.entries()) {
    const report = results[index]?.data;
    if (report && ownReport) reports[groupBy] = report;
  }
  if (ownReport) reports[ownGrouping] = ownReport;
  const areAllLoaded = ownReport !== null && results.every(({ data }) => data !== undefined);
  const hasFailed = ownReport !== null && results.some(({ isError }) => isError);
  return { reports, areAllLoaded, hasFailed };
}
