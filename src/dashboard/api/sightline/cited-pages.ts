import { queryOptions } from '@tanstack/react-query';
import { fillPath } from '../../../contract/endpoint.ts';
import { pagesPath } from '../../../contract/endpoints/reports.ts';
import { PagesReport } from '../../../contract/sightline/pages.ts';
import { get, type RequestContext } from '../get.ts';
import { type SiteRequest, timelineCall } from '../timeline-call.ts';

/** The cited pages of a domain, the most cited first. Needs the capability `pages`. */
export function citedPagesQuery({ siteId, request }: SiteRequest, domain: string) {
  const filters = { ...request, metric: null, groupBy: null, brandId: null };
  const { search } = timelineCall({ siteId, request: filters });
  search.append('domain', domain);
  return queryOptions({
    queryKey: ['cited pages', siteId, search.toString()],
    queryFn: (context: RequestContext) =>
      get(context, PagesReport, fillPath(pagesPath, { siteId }), search),
  });
}
