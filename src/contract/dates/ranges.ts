import { addDays } from './days.ts';

export const ranges = [
  '7d',
  '30d',
  '90d',
  '365d',
  'lastMonth',
  'quarter',
  'lastQuarter',
  'year',
] as const;
/** A date range relative to the current UTC day. */
export type Range = (typeof ranges)[number];

/** The first day that date fields accept. An earlier day means that its year is still being typed. */
export const minDay = '1970-01-01';
/** The last day that date fields accept. */
export const maxDay = '9999-12-31';

/** The first day of the month that is `months` after the month of `day`, or before it if `months` is negative. */
export function monthStart(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The first day of the quarter of a day. */
const quarterStart = (day: string): string => monthStart(day, -((Number(day.slice(5, 7)) - 1) % 3));

/** The first and last UTC scan day of a range on the day `today`, YYYY-MM-DD. */
export function daysOf(range: Range, today: string): { startDate: string; endDate: string } {
  switch (range) {
    case 'year':
      return { startDate: `${today.slice(0, 4)}-01-01`, endDate: today };
    case 'quarter':
      return { startDate: quarterStart(today), endDate: today };
    case 'lastMonth':
      return { startDate: monthStart(today, -1), endDate: addDays(monthStart(today, 0), -1) };
    case 'lastQuarter': {
      const quarter = quarterStart(today);
      return { startDate: monthStart(quarter, -3), endDate: addDays(quarter, -1) };
    }
    default:
      return { startDate: addDays(today, 1 - Number.parseInt(range, 10)), endDate: today };
  }
}

/** The length of a range that is a calendar month or quarter, in months; null for other ranges. */
export function calendarMonthsOf(range: Range | null): 1 | 3 | null {
  if (range === 'lastMonth') return 1;
  return range === 'quarter' || range === 'lastQuarter' ? 3 : null;
}
