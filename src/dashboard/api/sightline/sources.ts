import { queryOptions } from '@tanstack/react-query';
import { fillPath } from '../../../contract/endpoint.ts';
import { sourcesPath } from '../../../contract/endpoints/reports.ts';
import { SourcesReport } from '../../../contract/sightline/sources.ts';
import { get, type RequestContext } from '../get.ts';
import { type SiteRequest, timelineCall } from '../timeline-call.ts';

/** A timeline's parameters without metric, grouping and brand, which do not select answers. */
const searchOf = ({ siteId, request }: SiteRequest): URLSearchParams =>
  timelineCall({ siteId, request: { ...request, metric: null, groupBy: null, brandId: null } })
    .search;

/** The domains that the answers of a site cite, the most cited first. Needs the capability `sources`. */
export const sourcesQuery = (about: SiteRequest) =>
  queryOptions({
    queryKey: ['sources', about.siteId, searchOf(about).toString()],
    meta: { maxUnused: 10 },
    queryFn: (context: RequestContext) =>
      get(context, SourcesReport, fillPath(sourcesPath, { siteId: about.siteId }), searchOf(about)),
  });
