import { daysInView } from '../../../contract/dates/chosen.ts';
import { utcDayLength } from '../../../contract/dates/days.ts';
import { type ShareDates, sharePages } from '../../../contract/sightline/shares.ts';
import { stringifySearch } from '../../search-format.ts';
import { chosenIn, filterOrder, withoutFilters } from '../question/filters.ts';
import { type TimelineSearch, type WrittenSearch, writeSearch } from '../question/search.ts';

/** The choices in the form. */
export interface ShareChoices {
  title: string;
  pages: readonly string[];
  /** Whether a rolling range keeps rolling; otherwise the link keeps the days of today's range. */
  isRolling: boolean;
  days: number;
  /** Empty for none. */
  passphrase: string;
}

/** What the link is created from: the page's search, and the parameters that only the page has. */
export interface SharedSearch {
  search: TimelineSearch;
  /** The UTC day, YYYY-MM-DD, that a rolling range ends on. */
  today: string;
  own?: WrittenSearch | undefined;
}

/** The days that the link shows, and what they are compared with. */
export function sharedDates({ search, today }: SharedSearch, isRolling: boolean): ShareDates {
  const { range, compare, compareStart, compareEnd } = search;
  const compared = { compare, compareStart, compareEnd };
  return isRolling
    ? { range, startDate: search.startDate, endDate: search.endDate, ...compared }
    : { range: null, ...daysInView(search, today), ...compared };
}

const noDates = {
  ...{ range: null, startDate: null, endDate: null },
  ...{ compare: null, compareStart: null, compareEnd: null },
};

/** How the link opens: everything in the address that it does not lock, without open panels. */
function viewOf({ search, own }: SharedSearch): string {
  const isUndated = search.range === null && search.startDate === null && search.endDate === null;
  // Without days of their own, viewers choose what to compare with as well.
  const { compare } = isUndated ? search : noDates;
  const closedPanels = { scan: null, prompt: null, recommendation: null };
  const view = { ...withoutFilters(search), ...noDates, compare, ...closedPanels };
  return stringifySearch({ ...writeSearch(view), ...own }).slice(1);
}

/** The chosen filters as a query string. */
const questionOf = ({ search }: SharedSearch): string =>
  new URLSearchParams(
    filterOrder.flatMap((name) => chosenIn(search, name).map((value) => [name, value])),
  ).toString();

/** The body of the request for a link. @param now milliseconds since the epoch. */
export const shareRequestOf = (
  given: SharedSearch,
  { title, pages, isRolling, days, passphrase }: ShareChoices,
  now: number,
) => ({
  title: title.trim(),
  pages: sharePages.filter((page) => pages.includes(page)),
  question: questionOf(given),
  dates: sharedDates(given, isRolling),
  view: viewOf(given),
  expiresAt: new Date(now + days * utcDayLength).toISOString(),
  passphrase: passphrase === '' ? null : passphrase,
});
