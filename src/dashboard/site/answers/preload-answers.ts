import { utcDay } from '../../../contract/dates/days.ts';
import { timelineQuery } from '../../api/reports.ts';
import { answersQuery } from '../../api/sightline/answers.ts';
import { filtersQuery } from '../../api/site-queries.ts';
import type { SiteRequest } from '../../api/timeline-call.ts';
import type { SessionState } from '../../app/session/session.ts';
import type { SiteSearch } from '../../use-site.ts';
import { readSearch } from '../search/search.ts';
import { answerCriteriaOf, brandRequestOf, readAnswersSearch } from './answers-search.ts';

/** Starts loading what the address of the answers page describes, in parallel with the page's code. */
export function preloadAnswers(
  { client, settings: { capabilities, share } }: SessionState,
  { siteId, request: search }: SiteRequest<SiteSearch>,
): void {
  if (!capabilities.includes('answers')) return;
  const today = utcDay(Date.now());
  const read = readSearch(search, capabilities);
  const { answersSearch } = readAnswersSearch(search);
  // The page shows the outcome, including failures.
  client
    .infiniteQuery(answersQuery({ siteId, request: answerCriteriaOf(read, answersSearch, today) }))
    .catch(() => {});
  client.query(filtersQuery(siteId)).catch(() => {});
  // A share may leave timelines out.
  if (share === null)
    client.query(timelineQuery({ siteId, request: brandRequestOf(read, today) })).catch(() => {});
}
