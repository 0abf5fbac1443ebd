import { queryOptions } from '@tanstack/react-query';
import type { ReportColumns } from '../../api/columns.ts';
import type { RequestContext } from '../../api/get.ts';
import { tryOnceOptions } from '../../api/sightline/try-once-options.ts';
import { timelineCall } from '../../api/timeline-call.ts';
import type { TimelineRequest } from '../question/search.ts';

/** The rows of a matrix in one call, for a question by region. Needs the capability `matrix`. */
export const rowsQuery = (siteId: string, question: TimelineRequest) =>
  queryOptions({
    queryKey: ['matrix in one', siteId, timelineCall(siteId, question).search.toString()],
    // Loaded on demand: v1 has no such call.
    queryFn: async (context: RequestContext) =>
      (await import('../../api/sightline/matrix.ts')).getMatrix(context, siteId, question),
    ...tryOnceOptions,
  });

/**
 * The rows of all platforms in a report by platform.
 * @param rows those from one call; a platform missing there has no cells, and its own report would be just as empty
 */
export function completeRows(
  byPlatform: ReportColumns,
  rows: ReadonlyMap<string, ReportColumns>,
): ReadonlyMap<string, ReportColumns> {
  const emptyReport = { ...byPlatform, groupBy: 'region', scans: [], series: [] };
  return new Map(byPlatform.series.map(({ key }) => [key, rows.get(key) ?? emptyReport]));
}
