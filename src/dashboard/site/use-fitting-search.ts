import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { timelineQuery } from '../api/reports.ts';
import { useSite } from '../use-site.ts';
import { fitSearch } from './fit-search.ts';
import { choosesDates, requestOf, type TimelineSearch } from './search/search.ts';
import type { LoadedReport } from './use-report.ts';

interface FittingSearch {
  /** The search, with the dates that fit the site if it leaves them open and those are known. */
  search: TimelineSearch;
  /** Whether the dates are not known yet. */
  isPending: boolean;
  /** The report that the search asks for, if choosing the dates has loaded it. */
  loaded: LoadedReport | null;
}

/**
 * Chooses dates for an address that leaves them open, from the report over all dates, and writes the chosen range to the
 * address.
 * @param today the current UTC day, YYYY-MM-DD
 * @param correct replaces the address
 */
export function useFittingSearch(
  search: TimelineSearch,
  today: string,
  correct: (search: TimelineSearch) => void,
): FittingSearch {
  const { siteId } = useSite();
  const isOpen = !choosesDates(search);
  const { data: whole, dataUpdatedAt: loadedAt } = useQuery({
    ...timelineQuery({ siteId, request: requestOf(search, today) }),
    enabled: isOpen,
  });
  const fitted = useMemo(
    () => (isOpen && whole ? fitSearch(search, whole, today) : null),
    [isOpen, search, whole, today],
  );
  useEffect(() => {
    if (fitted && fitted.search !== search) correct(fitted.search);
  }, [fitted, search, correct]);
  const report = fitted?.report ?? null;
  return {
    search: fitted?.search ?? search,
    isPending: isOpen && fitted === null,
    loaded: report && { report, loadedAt },
  };
}
