import { utcDay } from '../../../contract/dates/days.ts';
import { countsReportQuery } from '../../api/sightline/counts.ts';
import { sourcesQuery } from '../../api/sightline/sources.ts';
import type { SiteQuestion } from '../../api/timeline-call.ts';
import type { SessionState } from '../../app/session/session.ts';
import { preloadSite } from '../preload-site.ts';
import { questionInView, type ReadSiteSearch, withOfferedGrouping } from '../search/search.ts';

/** Starts loading what the address of the Sources page describes, in parallel with the page's code. */
export function preloadSources(
  session: SessionState,
  { siteId, question: search }: SiteQuestion<ReadSiteSearch>,
): void {
  const { client, settings } = session;
  const { capabilities } = settings;
  if (!capabilities.includes('sources')) return;
  const read = withOfferedGrouping(search.address, capabilities);
  // The page shows the outcome, including failures.
  const question = questionInView(read, utcDay(Date.now()));
  client.query(sourcesQuery({ siteId, question })).catch(() => {});
  if (capabilities.includes('counts'))
    client.query(countsReportQuery({ siteId, question })).catch(() => {});
  // Only a page that can compare requests the days of both periods. A share may leave timelines out.
  if (capabilities.includes('domains') && settings.share === null)
    preloadSite(session, {
      siteId,
      question: {
        ...search,
        address: { ...search.address, metric: 'visibility', groupBy: 'brand' },
      },
    });
}
