import { utcDay } from '../../contract/dates/days.ts';
import { timelineQuery } from '../api/reports.ts';
import type { SessionState } from '../app/session/session.ts';
import { questionOf, readSearch } from './search/search.ts';

/** Starts loading the report that a timeline's address describes, in parallel with the page's code. */
export function preloadTimeline(
  { client, settings }: SessionState,
  siteId: string,
  search: Readonly<Record<string, unknown>>,
): void {
  const question = questionOf(readSearch(search, settings.capabilities), utcDay(Date.now()));
  // The page shows the outcome, including failures.
  client.query(timelineQuery(siteId, question)).catch(() => {});
}
