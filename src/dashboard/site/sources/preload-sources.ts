import { utcDay } from '../../../contract/dates/days.ts';
import { countsReportQuery } from '../../api/sightline/counts.ts';
import { sourcesQuery } from '../../api/sightline/sources.ts';
import type { SiteRequest } from '../../api/timeline-call.ts';
import type { SessionState } from '../../app/session/session.ts';
import type { SiteSearch } from '../../use-site.ts';
import { preloadSite } from '../preload-site.ts';
import { readSearch, requestInView } from '../search/search.ts';

/** Starts loading what the address of the Sources page describes, in parallel with the page's code. */
export function preloadSources(
  session: SessionState,
  { siteId, request: search }: SiteRequest<SiteSearch>,
): void {
  const { client, settings } = session;
  const { capabilities } = settings;
  if (!capabilities.includes('sources')) return;
  const read = readSearch(search, capabilities);
  // The page shows the outcome, including failures.
  const request = requestInView(read, utcDay(Date.now()));
  client.query(sourcesQuery({ siteId, request })).catch(() => {});
  if (capabilities.includes('counts'))
    client.query(countsReportQuery({ siteId, request })).catch(() => {});
  // Only a page that can compare requests the days of both periods. A share may leave timelines out.
  if (capabilities.includes('domains') && settings.share === null)
    preloadSite(session, {
      siteId,
      request: { ...search, metric: 'visibility', groupBy: 'brand' },
    });
}
