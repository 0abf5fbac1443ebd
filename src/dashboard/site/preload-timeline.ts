import type { QueryClient } from '@tanstack/react-query';
import { timelineQuery } from '../api/reports.ts';
import { utcDay } from '../time/zone.ts';
import { questionOf, readSearch } from './question/search.ts';

/** Starts loading the report that a timeline's address describes, in parallel with the page's code. */
export function preloadTimeline(
  client: QueryClient,
  siteId: string,
  search: Readonly<Record<string, unknown>>,
): void {
  const question = questionOf(readSearch(search), utcDay(Date.now()));
  // The page shows the outcome, including failures.
  client.query(timelineQuery(siteId, question)).catch(() => {});
}
