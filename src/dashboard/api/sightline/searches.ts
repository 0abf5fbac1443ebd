import { queryOptions } from '@tanstack/react-query';
import { fillPath } from '../../../contract/endpoint.ts';
import { searchesPath } from '../../../contract/endpoints/reports.ts';
import { SearchesReport } from '../../../contract/sightline/searches.ts';
import { get, type RequestContext } from '../get.ts';
import { type SiteRequest, timelineCall } from '../timeline-call.ts';

/** What platforms searched for, the most frequent first. Needs the capability `searches`. */
export function searchesQuery({ siteId, request }: SiteRequest) {
  const filters = { ...request, metric: null, groupBy: null, brandId: null };
  const { search } = timelineCall({ siteId, request: filters });
  return queryOptions({
    queryKey: ['searches', siteId, search.toString()],
    queryFn: (context: RequestContext) =>
      get(context, SearchesReport, fillPath(searchesPath, { siteId }), search),
  });
}
