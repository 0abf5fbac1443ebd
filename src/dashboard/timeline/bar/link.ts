import { stringifySearch } from '../../search-format.ts';
import { daysOf, type TimelineSearch, writeSearch } from '../search.ts';

/**
 * The query of a link that shows the same view to everybody and on any day: a range that moves becomes the
 * UTC days it means on `today` (YYYY-MM-DD), and the zone is written out. All dates stay all dates.
 * @returns the query with its question mark
 */
export function linkOf(search: TimelineSearch, zone: string, today: string): string {
  const days = search.range === null ? {} : daysOf(search.range, today);
  return stringifySearch(writeSearch({ ...search, ...days, range: null, zone }));
}
