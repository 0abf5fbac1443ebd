import { useMemo } from 'react';
import type { Compared } from '../question/periods.ts';
import { comparisonOf, type TimelineSearch } from '../question/search.ts';

/** What a search compares on the UTC day `today`, YYYY-MM-DD, memoized. */
export function useCompared(search: TimelineSearch, today: string): Compared {
  const { range, startDate, endDate, compare, compareStart, compareEnd } = search;
  return useMemo(
    () => comparisonOf({ range, startDate, endDate, compare, compareStart, compareEnd }, today),
    [range, startDate, endDate, compare, compareStart, compareEnd, today],
  );
}
