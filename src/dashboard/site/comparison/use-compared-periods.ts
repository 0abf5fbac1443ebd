import { useMemo } from 'react';
import { comparisonOf } from '../../../contract/dates/days-in-view.ts';
import type { ComparedPeriods } from '../../../contract/dates/periods.ts';
import type { TimelineSearch } from '../search/search.ts';

/**
 * What a search compares, memoised: two periods, the halves of the report, or null for nothing.
 * @param today the UTC day, YYYY-MM-DD
 */
export function useComparedPeriods(search: TimelineSearch, today: string): ComparedPeriods {
  const { range, startDate, endDate, compare, compareStart, compareEnd } = search;
  return useMemo(
    () => comparisonOf({ range, startDate, endDate, compare, compareStart, compareEnd }, today),
    [range, startDate, endDate, compare, compareStart, compareEnd, today],
  );
}
