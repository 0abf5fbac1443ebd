import { useSearch } from '@tanstack/react-router';
import { utcDay } from '../../contract/dates/days.ts';
import { daysInView } from '../../contract/dates/days-in-view.ts';
import { toPlainSearch } from '../search-format.ts';
import { usePageSettings } from '../session/use-session.ts';
import { readSearch, type TimelineSearch, withoutPanels } from './question/search.ts';

export interface AnsweredScan {
  id: string;
  /** The scan's UTC day, YYYY-MM-DD; empty if unknown. */
  date: string;
}

/** What narrows the answers of a page to those behind one of its figures. */
export interface AnswersNarrowing {
  /** Filters that replace those of the address. */
  filterOverrides?: Partial<Pick<TimelineSearch, 'platform' | 'region' | 'promptId'>> | undefined;
  scan?: AnsweredScan | undefined;
}

const clearedParameters = {
  show: [],
  hide: [],
  sort: null,
};

/**
 * A search that finds the answers of a scan: on the days in view if they include the scan's day, otherwise on that day
 * alone, or on all days if the scan's day is unknown. A scan of the earlier period of a comparison is not in view.
 */
function withScanDay(search: TimelineSearch, date: string): TimelineSearch {
  const { startDate, endDate } = daysInView(search, utcDay(Date.now()));
  const isInView = date !== '' && (startDate ?? date) <= date && (endDate ?? date) >= date;
  if (isInView) return search;
  const day = date || null;
  return { ...search, range: null, startDate: day, endDate: day };
}

/** The search for the answers behind a figure of the current page; callers select the scan itself. */
export function useAnswersLinkSearch({ filterOverrides, scan }: AnswersNarrowing): TimelineSearch {
  const address = useSearch({ strict: false });
  const { capabilities } = usePageSettings();
  const { dropped, ...search } = readSearch(toPlainSearch(address), capabilities);
  const narrowedSearch = { ...withoutPanels(search), ...filterOverrides, ...clearedParameters };
  return scan ? withScanDay(narrowedSearch, scan.date) : narrowedSearch;
}
