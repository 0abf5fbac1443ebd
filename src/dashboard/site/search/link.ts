import { fixedDaysOf } from '../../../contract/dates/days-in-view.ts';
import { stringifySearch } from '../../search-format.ts';
import { type TimelineSearch, type WrittenSearch, writeSearch } from './search.ts';

/**
 * The query of a link that shows the same view to everyone on any day: a rolling range becomes its UTC days as of
 * `today` (YYYY-MM-DD), open-ended dates end on the later of `today` and their start, and the zone is included.
 * @param pageParameters parameters that only the current page has
 * @returns the query with its question mark
 */
export function linkQueryOf(
  search: TimelineSearch,
  zone: string,
  today: string,
  pageParameters?: WrittenSearch,
): string {
  const fixedDays = fixedDaysOf(search, today);
  const { startDate } = fixedDays;
  const lastDay = startDate !== null && startDate > today ? startDate : today;
  const endDate = fixedDays.endDate ?? lastDay;
  return stringifySearch({
    ...writeSearch({ ...search, ...fixedDays, endDate, zone }),
    ...pageParameters,
  });
}
