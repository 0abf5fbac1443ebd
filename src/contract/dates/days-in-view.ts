import { type ComparedPeriods, type CompareMode, periodsOf } from './periods.ts';
import { daysOf, type Range } from './ranges.ts';

/** The part of a search that chooses the days in view: a rolling range, or UTC scan days, YYYY-MM-DD. */
interface DateSearch {
  range: Range | null;
  startDate: string | null;
  endDate: string | null;
}

/** The part of a search that chooses the days in view and the days they are compared with. */
interface PeriodSearch extends DateSearch {
  compare: CompareMode | null;
  compareStart: string | null;
  compareEnd: string | null;
}

/** The UTC scan days in view on the day `today`, YYYY-MM-DD; a null date leaves that end open. */
export function daysInView(
  { range, startDate, endDate }: DateSearch,
  today: string,
): { startDate: string | null; endDate: string | null } {
  return range === null ? { startDate, endDate } : daysOf(range, today);
}

/**
 * What a search compares on the UTC day `today`: by default, the days in view with the days before them. Without a
 * start date, only `previous` compares anything: the two halves of the report.
 */
export function comparisonOf(search: PeriodSearch, today: string): ComparedPeriods {
  const { startDate, endDate } = daysInView(search, today);
  if (startDate === null) return search.compare === 'previous' ? 'halves' : null;
  const end = endDate ?? (startDate > today ? startDate : today);
  return periodsOf({ start: startDate, end }, search.compare ?? 'previous', search);
}
