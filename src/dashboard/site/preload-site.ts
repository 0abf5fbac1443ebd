import { utcDay } from '../../contract/dates/days.ts';
import { siteQuery } from '../api/portfolio-queries.ts';
import { timelineQuery } from '../api/reports.ts';
import type { SiteRequest } from '../api/timeline-call.ts';
import type { SessionState } from '../app/session/session.ts';
import type { SiteSearch } from '../use-site.ts';
import { readSearch, requestOf } from './search/search.ts';

/**
 * Starts loading the report that the address of a page describes, and the site's name from the list of the client in
 * the address, in parallel with the page's code.
 */
export function preloadSite(
  { client, settings }: SessionState,
  { siteId, request: search }: SiteRequest<SiteSearch>,
): void {
  const request = requestOf(readSearch(search, settings.capabilities), utcDay(Date.now()));
  // The page shows the outcome, including failures.
  client.query(timelineQuery({ siteId, request })).catch(() => {});
  if (search.client !== undefined) client.query(siteQuery(search.client, siteId)).catch(() => {});
}
