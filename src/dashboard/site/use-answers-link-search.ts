import { utcDay } from '../../contract/dates/days.ts';
import { daysInView } from '../../contract/dates/days-in-view.ts';
import { useAddress } from './search/address.ts';
import { type TimelineSearch, withDates, withoutPanels } from './search/search.ts';

/** A scan whose answers a link or a count selects. */
export interface DatedScan {
  id: string;
  /** The scan's UTC day, YYYY-MM-DD; empty if unknown. */
  date: string;
}

/** What narrows the answers of a page to those behind one of its figures. */
export interface AnswersNarrowing {
  /** Filters that replace those in the address. */
  filterOverrides?: Partial<Pick<TimelineSearch, 'platform' | 'region' | 'promptId'>> | undefined;
  scan?: DatedScan | undefined;
}

const clearedParameters = {
  show: [],
  hide: [],
  sort: null,
};

/**
 * Changes a search so that its days include a scan. The days in view stay if they include the scan's day. Otherwise
 * (for example, if the scan is in a comparison's earlier period), the search covers that day alone, or all days if
 * `date` is empty.
 */
function withScanDay(search: TimelineSearch, date: string): TimelineSearch {
  const { startDate, endDate } = daysInView(search, utcDay(Date.now()));
  const isInView = date !== '' && (startDate ?? date) <= date && (endDate ?? date) >= date;
  if (isInView) return search;
  const day = date || null;
  return withDates(search, { startDate: day, endDate: day });
}

/**
 * The search for the answers behind a figure of the current page. Its days include the day of `scan`; callers add the
 * scan's ID.
 */
export function useAnswersLinkSearch({ filterOverrides, scan }: AnswersNarrowing): TimelineSearch {
  const { search } = useAddress();
  const narrowedSearch = { ...withoutPanels(search), ...filterOverrides, ...clearedParameters };
  return scan ? withScanDay(narrowedSearch, scan.date) : narrowedSearch;
}
