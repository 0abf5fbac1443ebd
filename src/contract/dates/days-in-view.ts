import { type ComparedPeriods, type CompareMode, periodsOf } from './periods.ts';
import { calendarMonthsOf, daysOf, type Range } from './ranges.ts';

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
 * What a search compares on the UTC day `today`: by default, the days in view with as many days before them, or a
 * calendar month or quarter with the whole one before it. Without a start date, only `previous` compares anything: the
 * two halves of the report.
 */
export function comparisonOf(search: PeriodSearch, today: string): ComparedPeriods {
  const { startDate, endDate } = daysInView(search, today);
  if (startDate === null) return search.compare === 'previous' ? 'halves' : null;
  const end = endDate ?? (startDate > today ? startDate : today);
  const months = calendarMonthsOf(search.range);
  return periodsOf({ start: startDate, end }, search.compare ?? 'previous', search, months);
}

/**
 * The dates and the comparison of a search with the UTC days of its rolling range on the day `today`, so that they stay
 * the same on any other day. What a calendar month or quarter is compared with becomes custom days, since as many days
 * before it would be other days.
 */
export function fixedDaysOf(search: PeriodSearch, today: string): PeriodSearch {
  const { range, compare, compareStart, compareEnd } = search;
  const fixedDays = {
    range: null,
    ...daysInView(search, today),
    compare,
    compareStart,
    compareEnd,
  };
  const comparison = comparisonOf(search, today);
  const isCalendar = calendarMonthsOf(range) !== null && (compare ?? 'previous') === 'previous';
  if (!isCalendar || comparison === null || comparison === 'halves') return fixedDays;
  const { start, end } = comparison.before;
  return { ...fixedDays, compare: 'custom', compareStart: start, compareEnd: end };
}
