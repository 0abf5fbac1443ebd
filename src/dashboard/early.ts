import { readPageFacts } from './api/page-facts.ts';
import { isUnderWay } from './api/request.ts';
import { requestEarly } from './api/request-early.ts';
import { timelineCall } from './api/timeline-call.ts';
import { parseSearch } from './search-format.ts';
import { questionOf, readSearch } from './site/question/search.ts';
import { utcDay } from './time/zone.ts';

/**
 * Runs before a timeline's page has its own code: asks for the report that the address names, so that data and
 * code come side by side.
 */
const { session } = readPageFacts(document);
const { pathname, search } = window.location;
const [, siteId] = /\/sites\/([^/%]+)\/timeline\/?$/.exec(pathname) ?? [];
if (session !== null && siteId !== undefined && !isUnderWay()) {
  const question = questionOf(readSearch(parseSearch(search)), utcDay(Date.now()));
  requestEarly({ ...timelineCall(siteId, question), session: session.id });
}
