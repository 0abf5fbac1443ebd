import { queryOptions } from '@tanstack/react-query';
import type { RequestContext } from '../get.ts';
import { type TimelineQuestion, timelineCall } from '../timeline-call.ts';
import { tryOnceOptions } from './try-once-options.ts';

/**
 * All rows of a matrix, from one call. Needs the capability `matrix`.
 * @param regionQuestion a question grouped by region
 */
export const matrixRowsQuery = (siteId: string, regionQuestion: TimelineQuestion) =>
  queryOptions({
    queryKey: ['matrix in one', siteId, timelineCall(siteId, regionQuestion).search.toString()],
    meta: { maxUnused: 10 },
    // Loaded on demand: not needed if the service offers only v1.
    queryFn: async (context: RequestContext) =>
      (await import('./matrix.ts')).getMatrix(context, siteId, regionQuestion),
    ...tryOnceOptions,
  });
