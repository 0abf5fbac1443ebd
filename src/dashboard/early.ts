import { utcDay } from '../contract/dates/days.ts';
import { timelineSiteOf } from '../contract/early-script.ts';
import { earlyRequests } from './api/early-requests.ts';
import { readPageSettings } from './api/page-settings.ts';
import { requestEarly } from './api/request-early.ts';
import { timelineCall } from './api/timeline-call.ts';
import { parseSearch } from './search-format.ts';
import { readSearch, requestOf } from './site/search/search.ts';

/**
 * Runs before the timeline page's code has loaded: requests the report that the address describes, so that data
 * and code load in parallel.
 */
const { session, capabilities } = readPageSettings(document);
const { pathname, search } = window.location;
const siteId = timelineSiteOf(pathname);
if (session !== null && siteId !== undefined && earlyRequests.canAdd) {
  const shownSearch = readSearch(parseSearch(search), capabilities);
  const request = requestOf(shownSearch, utcDay(Date.now()));
  // Low priority: the page's code matters more, since nothing is shown until it has loaded.
  requestEarly({ ...timelineCall({ siteId, request }), session: session.id }, 'low');
}
