import { queryOptions } from '@tanstack/react-query';
import type { RequestContext } from '../get.ts';
import { createLimiter } from '../limiter.ts';
import { getTimeline } from '../reports.ts';
import { type SiteRequest, timelineCall } from '../timeline-call.ts';
import { optional } from './optional.ts';

/**
 * All rows of a matrix, from one call. Needs the capability `matrix`.
 * @param about with a request grouped by region
 */
export const matrixRowsQuery = (about: SiteRequest) =>
  queryOptions({
    queryKey: ['matrix in one', about.siteId, timelineCall(about).search.toString()],
    meta: { maxUnused: 10 },
    // Loaded on demand: not needed if the service offers only v1.
    ...optional(async (context) => (await import('./matrix.ts')).getMatrix(context, about)),
  });

/** Limits how many reports of rows are requested at a time, since a matrix may need one for every platform. */
const limiter = createLimiter(4);

/** The query for the report of one row. It is cancelled, even while queued, once no matrix shows the row. */
export function rowReportQuery(about: SiteRequest) {
  return queryOptions({
    queryKey: ['matrix', about.siteId, timelineCall(about).search.toString()],
    // A matrix needs a report for each platform.
    meta: { maxUnused: 60 },
    queryFn: (context: RequestContext) =>
      limiter(context.signal, () => getTimeline(context, about)),
  });
}
