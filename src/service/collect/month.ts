import type { Instant } from '../store/records.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar month of an instant in a time zone: YYYY-MM. */
export function monthOf(at: Instant, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit' });
  formats.set(zone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}`;
}

/** Longer than any calendar month, in milliseconds. */
const longestMonthMs = 32 * 86_400_000;

/** An instant before the calendar month of another one begins in any zone. */
export const beforeMonthOf = (at: Instant): Instant => at - longestMonthMs;
