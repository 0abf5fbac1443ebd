import type { CountedSearch, SearchesReport } from '../../contract/sightline/searches.ts';
import { writeJsonWithList } from './json-list.ts';
import { toAppliedFilters, toScope } from './report-parameters.ts';
import { type AcceptedRequest, createSiteReportRoute, readTimelineQuery } from './site-report.ts';

/** Counts what platforms searched for, and returns the report as bytes of JSON. */
async function writeSearches(request: AcceptedRequest) {
  const { store, tenant, siteId, query, parameters, signal } = request;
  const counts = await store.searches(tenant, siteId, toScope(parameters), signal);
  const { answers, searches, searchCount } = counts;
  const writers = searches.map(
    ({ platforms, ...search }) =>
      (): CountedSearch => ({ ...search, platforms: [...platforms] }),
  );
  const head: Pick<SearchesReport, 'answers'> = { answers };
  const tail: Pick<SearchesReport, 'more' | 'filters'> = {
    more: searchCount - searches.length,
    filters: toAppliedFilters(query),
  };
  return writeJsonWithList(head, 'searches', writers, tail);
}

/** GET /sightline/v1/sites/{siteId}/reports/searches: what platforms searched for, the most frequent first. */
export const searchesRoute = createSiteReportRoute('searches', writeSearches, readTimelineQuery);
