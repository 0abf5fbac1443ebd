import { isTimestamp } from '../../../contract/fields.ts';
import { dayAndTime, type Locale } from '../../../figures/formats/dates.ts';

/** Formats a time in the zone and, if that is not UTC, in UTC; returns invalid text unchanged. */
export function formatInZoneAndUtc(
  text: string,
  zone: string,
  locale: Locale,
): { local: string; utc: string | null } {
  if (!isTimestamp(text)) return { local: text, utc: null };
  const instant = Date.parse(text);
  const utc = `${dayAndTime(instant, 'UTC', locale)} UTC`;
  return zone === 'UTC'
    ? { local: utc, utc: null }
    : { local: dayAndTime(instant, zone, locale), utc };
}

/**
 * Formats a duration in at most two units: "1 hour 4 minutes"; null if either end is missing or invalid, or if `to` is
 * before `from`.
 */
export function formatDuration(
  from: string | null,
  to: string | null,
  locale: Locale,
): string | null {
  if (from === null || to === null || !isTimestamp(from) || !isTimestamp(to)) return null;
  return formatMilliseconds(Date.parse(to) - Date.parse(from), locale);
}

/** Formats a number of milliseconds as `formatDuration` does; null if it is below 0. */
export function formatMilliseconds(milliseconds: number, locale: Locale): string | null {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 0) return null;
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const largestIndex = units.findIndex(([unit, length]) => seconds >= length || unit === 'second');
  let remainingSeconds = seconds;
  return units
    .slice(largestIndex, largestIndex + 2)
    .flatMap(([unit, length], index) => {
      const count = Math.floor(remainingSeconds / length);
      remainingSeconds -= count * length;
      if (count === 0 && index > 0) return [];
      const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
      return [new Intl.NumberFormat(locale, style).format(count)];
    })
    .join(' ');
}
