import type { Range } from '../../contract/dates/ranges.ts';
import type { Locale } from '../formats/dates.ts';

/** A rolling range, or the days from one to another, YYYY-MM-DD; a null date leaves that end open. */
interface Dates {
  range: Range | null;
  startDate: string | null;
  endDate: string | null;
}

export const rangeNames: Record<Range, string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last 365 days',
  lastMonth: 'Last month',
  quarter: 'This quarter',
  lastQuarter: 'Last quarter',
  year: 'This year',
};

export const allDates = 'All dates';

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Describes dates in words: "All dates", "Last 30 days", "1 Oct – 3 Nov 2026", "From 1 Oct 2026". */
export function datesInWords({ range, startDate, endDate }: Dates, locale: Locale): string {
  if (range !== null) return rangeNames[range];
  const shape = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat(locale, shape);
  if (startDate !== null && endDate !== null) {
    return format.formatRange(startOf(startDate), startOf(endDate));
  }
  if (startDate !== null) return `From ${format.format(startOf(startDate))}`;
  return endDate === null ? allDates : `Until ${format.format(startOf(endDate))}`;
}
