import { queryOptions } from '@tanstack/react-query';
import type { RequestContext } from '../get.ts';
import { type TimelineQuestion, timelineCall } from '../timeline-call.ts';
import { tryOnceOptions } from './try-once-options.ts';

/** The rows of a matrix in one call, for a question by region. Needs the capability `matrix`. */
export const matrixRowsQuery = (siteId: string, question: TimelineQuestion) =>
  queryOptions({
    queryKey: ['matrix in one', siteId, timelineCall(siteId, question).search.toString()],
    // Loaded on demand: v1 has no such call.
    queryFn: async (context: RequestContext) =>
      (await import('./matrix.ts')).getMatrix(context, siteId, question),
    ...tryOnceOptions,
  });
