import { useQueries } from '@tanstack/react-query';
import { groupings } from '../../../contract/enums.ts';
import type { ReportColumns } from '../../api/columns.ts';
import { timelineQuery } from '../../api/reports.ts';
import type { Grouping } from '../question/grouping.ts';
import type { TimelineRequest } from '../question/search.ts';

/** The reports for a question, one per grouping, without those that have not loaded. */
export interface GroupedReports {
  reports: Partial<Record<Grouping, ReportColumns>>;
  /** Whether any of them could not be loaded. */
  isFailed: boolean;
}

/**
 * Loads the reports for a question under the groupings other than its own.
 * @param own the report under the question's own grouping; while it is null, the others are not requested
 */
export function useGroupings(
  siteId: string,
  question: TimelineRequest,
  own: ReportColumns | null,
): GroupedReports {
  const others = groupings.filter((each) => each !== (question.groupBy ?? groupings[0]));
  const results = useQueries({
    queries: others.map((groupBy) => ({
      // The service ignores the brand of a report by brand; omitting it shares the cached report.
      ...timelineQuery(siteId, {
        ...question,
        groupBy,
        brandId: groupBy === 'brand' ? null : question.brandId,
      }),
      enabled: own !== null,
    })),
  });
  const reports: Partial<Record<Grouping, ReportColumns>> = {};
  for (const [index, groupBy] of others.entries()) {
    const data = results[index]?.data;
    if (data && own) reports[groupBy] = data;
  }
  if (own) reports[question.groupBy ?? groupings[0]] = own;
  return { reports, isFailed: own !== null && results.some(({ isError }) => isError) };
}
