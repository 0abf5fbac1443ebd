import type { SharedView } from '../../contract/sightline/shares.ts';
import { type PlainSearch, parseSearch, stringifySearch } from '../search-format.ts';
import { hasDates } from '../site/search/search.ts';

/** The parameters that choose the days shown and the days to compare them with. */
const dateParameters = [
  'range',
  'startDate',
  'endDate',
  'compare',
  'compareStart',
  'compareEnd',
] as const;

const chosenDates = ['range', 'startDate', 'endDate'];

export interface LockedSearch {
  /** The names of the parameters that cannot be changed. */
  lockedParameters: ReadonlySet<string>;
  areDatesLocked: boolean;
  /** Reads a query string, with the locked values in place of its own. Without any dates, it means all dates. */
  parse: (query: string) => PlainSearch;
  /** Writes a search without the parameters that cannot be changed. */
  stringify: (search: Record<string, unknown>) => string;
}

/**
 * Creates the functions that read and write the search of a share's pages. Locked filters and dates apply to the pages
 * as if they were in the address, and override any values that the address has for them.
 */
export function lockedSearchOf(share: SharedView): LockedSearch {
  const lockedValues = parseSearch(share.question ?? '');
  const areDatesLocked = hasDates(share.dates);
  if (areDatesLocked) {
    for (const name of dateParameters) {
      const value = share.dates[name];
      if (value !== null) lockedValues[name] = value;
    }
  }
  const lockedParameters = new Set([
    ...Object.keys(lockedValues),
    ...(areDatesLocked ? dateParameters : []),
  ]);
  // Notes are not part of any share, and the address of a share does not have to name all dates.
  const canViewerSet = ([name]: [string, unknown]) =>
    !lockedParameters.has(name) && name !== 'recommendation' && name !== 'dates';
  const withoutLocked = <T>(search: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(search).filter(canViewerSet));
  return {
    lockedParameters,
    areDatesLocked,
    parse: (query) => {
      const search = { ...withoutLocked(parseSearch(query)), ...lockedValues };
      return chosenDates.some((name) => name in search) ? search : { ...search, dates: 'all' };
    },
    stringify: (search) => stringifySearch(withoutLocked(search)),
  };
}
