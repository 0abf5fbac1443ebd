import { queryOptions } from '@tanstack/react-query';
import type { RequestContext } from '../get.ts';
import { createLimiter } from '../limiter.ts';
import { getTimeline } from '../reports.ts';
import { type TimelineParameters, timelineCall } from '../timeline-call.ts';
import { optional } from './optional.ts';

/**
 * All rows of a matrix, from one call. Needs the capability `matrix`.
 * @param regionParameters parameters grouped by region
 */
export const matrixRowsQuery = (siteId: string, regionParameters: TimelineParameters) =>
  queryOptions({
    queryKey: ['matrix in one', siteId, timelineCall(siteId, regionParameters).search.toString()],
    meta: { maxUnused: 10 },
    // Loaded on demand: not needed if the service offers only v1.
    ...optional(async (context) =>
      (await import('./matrix.ts')).getMatrix(context, siteId, regionParameters),
    ),
  });

/** Limits how many reports of rows are requested at a time, since a matrix may need one for every platform. */
const limiter = createLimiter(4);

/** The query for the report of one row. It is cancelled, even while queued, once no matrix shows the row. */
export function rowReportQuery(siteId: string, parameters: TimelineParameters) {
  return queryOptions({
    queryKey: ['matrix', siteId, timelineCall(siteId, parameters).search.toString()],
    // A matrix needs a report for each platform.
    meta: { maxUnused: 60 },
    queryFn: (context: RequestContext) =>
      limiter(context.signal, () => getTimeline(context, siteId, parameters)),
  });
}
