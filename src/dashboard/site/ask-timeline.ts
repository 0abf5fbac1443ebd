import type { QueryClient } from '@tanstack/react-query';
import { timelineQuery } from '../api/reports.ts';
import { utcDay } from '../time/zone.ts';
import { questionOf, readSearch } from './question/search.ts';

/** Starts the call that a timeline's address asks for, so that data and code load side by side. */
export function askTimeline(
  client: QueryClient,
  siteId: string,
  search: Readonly<Record<string, unknown>>,
): void {
  const question = questionOf(readSearch(search), utcDay(Date.now()));
  // The page shows what comes of it, failures too.
  client.query(timelineQuery(siteId, question)).catch(() => {});
}
