import { problemTypes } from '../../../contract/problem.ts';
import { ApiError } from '../../api/errors.ts';
import type { TimelineSearch } from './search.ts';

/** Parameters that a timeline may do without. */
const removable = [
  'promptId',
  'tag',
  'category',
  'product',
  'persona',
  'stage',
  'brandMention',
  'platform',
  'region',
  'brand',
  'competitorId',
  'brandId',
  'startDate',
  'endDate',
] as const;
type Removable = (typeof removable)[number];

const isSet = (search: TimelineSearch, name: Removable): boolean => {
  if ((name === 'startDate' || name === 'endDate') && search.range !== null) return true;
  const value = search[name];
  return value !== null && value.length > 0;
};

const without = (search: TimelineSearch, name: Removable): TimelineSearch => ({
  ...search,
  // Dates may come from a range that moves.
  ...(name === 'startDate' || name === 'endDate' ? { range: null } : {}),
  [name]: Array.isArray(search[name]) ? [] : null,
});

/** The parameters at fault and why, as far as the service says; of a missing brand, all that name one. */
function faultsOf(error: Error): ReadonlyMap<string, string | null> {
  if (!(error instanceof ApiError)) return new Map();
  if (error.kind === 'refused') {
    return new Map(error.faults.map(({ parameter, message }) => [parameter, message]));
  }
  if (error.problemType !== problemTypes.brandNotFound) return new Map();
  return new Map(['brand', 'competitorId', 'brandId'].map((name) => [name, null]));
}

/** A parameter that the service refused and that can be left out. */
export interface Refused {
  name: Removable;
  /** In the service's words; null where it says none. */
  reason: string | null;
  without: (search: TimelineSearch) => TimelineSearch;
}

/** What of a search a failure of its timeline is about. */
export function refusedIn(error: Error, search: TimelineSearch): Refused[] {
  const faults = faultsOf(error);
  return removable
    .filter((name) => faults.has(name) && isSet(search, name))
    .map((name) => ({
      name,
      reason: faults.get(name) ?? null,
      without: (each) => without(each, name),
    }));
}
