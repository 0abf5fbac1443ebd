import { addDays, msPerUtcDay } from '../../../contract/dates/days.ts';
import { comparisonOf, fixedDaysOf } from '../../../contract/dates/days-in-view.ts';
import { spanOf } from '../../../contract/dates/periods.ts';
import { sharePages } from '../../../contract/share-pages.ts';
import type { ShareDates } from '../../../contract/sightline/shares.ts';
import { stringifySearch } from '../../search-format.ts';
import { chosenValuesOf, filterOrder, withoutFilters } from '../search/filters.ts';
import {
  hasDates,
  type TimelineSearch,
  type WrittenSearch,
  withoutPanels,
  writeSearch,
} from '../search/search.ts';

/** The choices in the form. */
export interface ShareChoices {
  title: string;
  pages: readonly string[];
  /**
   * Whether a rolling range keeps rolling; if not, the link always shows the days that the range covers when the link
   * is created.
   */
  isRolling: boolean;
  /** The number of days for which the link works. */
  days: number;
  /** Empty for no passphrase. */
  passphrase: string;
}

/** What a link is created from: the state of the page, and the current day. */
export interface SharedSearch {
  search: TimelineSearch;
  /** The current UTC day, YYYY-MM-DD, from which a rolling range is computed. */
  today: string;
  /** Parameters in the address that only this page has. */
  pageParameters?: WrittenSearch | undefined;
}

/** The dates that the link locks, and what they are compared with. */
export function sharedDatesOf({ search, today }: SharedSearch, isRolling: boolean): ShareDates {
  if (!isRolling) return fixedDaysOf(search, today);
  const { range, startDate, endDate, compare, compareStart, compareEnd } = search;
  return { range, startDate, endDate, compare, compareStart, compareEnd };
}

/**
 * The days before those in view whose figures a link lets viewers read on the UTC day `today`: those of the comparison,
 * and the earlier ones that show how much values scatter. Of the compared days, answers can be read too if they come
 * directly before the days in view. Null if there are none.
 */
export function earlierDaysOf(dates: ShareDates, today: string) {
  const comparison = comparisonOf(dates, today);
  if (comparison === null || comparison === 'halves') return null;
  const { now, before } = comparison;
  const isAdjacent = addDays(before.end, 1) >= now.start;
  const upTo = { range: null, endDate: before.end };
  return {
    figures: { ...upTo, startDate: spanOf(comparison).start },
    answers: isAdjacent ? { ...upTo, startDate: before.start } : null,
  };
}

const noDates = {
  range: null,
  startDate: null,
  endDate: null,
  compare: null,
  compareStart: null,
  compareEnd: null,
};

/** The query string with which the link opens: the address without what the link locks, and without open panels. */
function viewOf({ search, pageParameters }: SharedSearch): string {
  // If the link has no dates, viewers choose the dates and what to compare them with.
  const { compare, compareStart, compareEnd } = hasDates(search) ? noDates : search;
  const compared = { compare, compareStart, compareEnd };
  const view = { ...withoutPanels(withoutFilters(search)), ...noDates, ...compared };
  return stringifySearch({ ...writeSearch(view), ...pageParameters }).slice(1);
}

/** The chosen filters as a query string. */
const queryOf = ({ search }: SharedSearch): string =>
  new URLSearchParams(
    filterOrder.flatMap((name) => chosenValuesOf(search, name).map((value) => [name, value])),
  ).toString();

/** The body of the request that creates a link. @param now milliseconds since 1970 */
export const shareRequestOf = (
  shared: SharedSearch,
  { title, pages, isRolling, days, passphrase }: ShareChoices,
  now: number,
) => ({
  title: title.trim(),
  pages: sharePages.filter((page) => pages.includes(page)),
  question: queryOf(shared),
  dates: sharedDatesOf(shared, isRolling),
  view: viewOf(shared),
  expiresAt: new Date(now + days * msPerUtcDay).toISOString(),
  passphrase: passphrase === '' ? null : passphrase,
});
