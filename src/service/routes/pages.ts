import type { CitedPage, PagesReport } from '../../contract/sightline/pages.ts';
import { pagesParameters } from '../../contract/sightline/parameters.ts';
import { toLink } from '../addresses/cited-page.ts';
import { findStoredSpellings, toReadablePage } from '../addresses/readable.ts';
import { readCanonicalQuery } from '../reports/canonical-query.ts';
import { writeJsonWithList } from './json-list.ts';
import { toAppliedFilters, toScope } from './report-parameters.ts';
import { type AcceptedRequest, createSiteReportRoute } from './site-report.ts';

const readPagesQuery = (search: URLSearchParams) => readCanonicalQuery(pagesParameters, search);
type PagesQuery = ReturnType<typeof readPagesQuery>['query'];

/** Reads the cited pages of a domain, and returns them as bytes of JSON. */
async function writePages(request: AcceptedRequest<PagesQuery>) {
  const { store, tenant, siteId, query, parameters, signal } = request;
  const spellings = findStoredSpellings(query.domain ?? '');
  const counts = await store.pages(tenant, siteId, toScope(parameters), spellings, signal);
  const { answers, answersWithoutPages, pages, pageCount } = counts;
  const pageWriters = pages.map(
    ({ page, url, title, ...count }) =>
      (): CitedPage => ({
        page: toReadablePage(page),
        url: toLink(url ?? `https://${page}`),
        title,
        ...count,
      }),
  );
  const head: Pick<PagesReport, 'answers' | 'answersWithoutPages'> = {
    answers,
    answersWithoutPages,
  };
  const tail: Pick<PagesReport, 'more' | 'filters'> = {
    more: pageCount - pages.length,
    filters: toAppliedFilters(query),
  };
  return writeJsonWithList(head, 'pages', pageWriters, tail);
}

/** GET /sightline/v1/sites/{siteId}/reports/pages: the pages of a domain that answers cite, most cited first. */
export const pagesRoute = createSiteReportRoute('pages', writePages, readPagesQuery);
