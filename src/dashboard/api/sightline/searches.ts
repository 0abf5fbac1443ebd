import { queryOptions } from '@tanstack/react-query';
import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import { SearchesReport } from '../../../contract/sightline/searches.ts';
import { get, type RequestContext } from '../get.ts';
import { type TimelineParameters, timelineCall } from '../timeline-call.ts';

/** What platforms searched for, the most frequent first. Needs the capability `searches`. */
export function searchesQuery(siteId: string, parameters: TimelineParameters) {
  const filters = { ...parameters, metric: null, groupBy: null, brandId: null };
  const { search } = timelineCall(siteId, filters);
  return queryOptions({
    queryKey: ['searches', siteId, search.toString()],
    queryFn: (context: RequestContext) =>
      get(context, SearchesReport, sightlinePathTo('searches', { siteId }), search),
  });
}
