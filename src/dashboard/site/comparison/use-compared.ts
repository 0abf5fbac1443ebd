import { useMemo } from 'react';
import { comparisonOf } from '../../../contract/dates/days-in-view.ts';
import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import type { TimelineSearch } from '../question/search.ts';

/** What a search compares on the UTC day `today`, YYYY-MM-DD, memoized. */
export function useCompared(search: TimelineSearch, today: string): ComparedPeriods {
  const { range, startDate, endDate, compare, compareStart, compareEnd } = search;
  return useMemo(
    () => comparisonOf({ range, startDate, endDate, compare, compareStart, compareEnd }, today),
    [range, startDate, endDate, compare, compareStart, compareEnd, today],
  );
}
