import { isDay } from '../../contract/fields.ts';

/** A BCP 47 tag, for dates and numbers. */
export type Locale = string;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Whether a locale uses a 12-hour clock: "6:20 AM", not "06:20". */
const hasTwelveHourClock = (tag: string): boolean =>
  new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hour12 === true;

function formatterFor(
  locale: Locale,
  zone: string,
  shape: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale}|${zone}|${shape}`;
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat(locale, {
    ...options,
    ...('hour' in options && hasTwelveHourClock(locale) ? { hour: 'numeric' } : {}),
    timeZone: zone,
  });
  formatters.set(key, formatter);
  return formatter;
}

const dayShape = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const timeShape = { hour: '2-digit', minute: '2-digit' } as const;

/** An instant's day and time in a zone: "Sun, 8 Nov 2026, 00:37" or "Sun, Nov 8, 2026, 12:37 AM". */
export const dayAndTime = (instant: number, zone: string, locale: Locale): string =>
  formatterFor(locale, zone, 'day and time', { ...dayShape, ...timeShape }).format(instant);

/**
 * A calendar day (YYYY-MM-DD) without conversion to a zone: "Sat, 7 Nov 2026". Text that is not a day is returned
 * unchanged.
 */
export function calendarDay(day: string, locale: Locale): string {
  if (!isDay(day)) return day;
  return formatterFor(locale, 'UTC', 'day', dayShape).format(Date.parse(`${day}T00:00:00Z`));
}

/** The place in a zone's name: "Berlin" for Europe/Berlin, "UTC" for UTC. */
export const placeOf = (zone: string): string =>
  zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** A zone's place and its offset from UTC at an instant: "Berlin, UTC+1", or just "UTC" for UTC. */
export function zoneLabel(zone: string, instant: number): string {
  const parts = formatterFor('en', zone, 'offset', { timeZoneName: 'shortOffset' }).formatToParts(
    instant,
  );
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', 'UTC');
  const place = placeOf(zone);
  return offset === undefined || place === 'UTC' ? place : `${place}, ${offset}`;
}

/** The day of an instant in a zone: "12 Aug", or "12 Aug 2025" if `near` is in another year. */
export function shortDay(instant: number, near: number, zone: string, locale: Locale): string {
  const yearOf = (at: number) => tickText(at, 'year', zone, locale);
  if (yearOf(instant) === yearOf(near)) return tickText(instant, 'day', zone, locale);
  return formatterFor(locale, zone, 'day of a year', { ...tickShapes.day, year: 'numeric' }).format(
    instant,
  );
}

/**
 * How long ago an instant was, in the largest unit that fits: "2 days ago", or "just now" within a minute. A future
 * instant gives "in 2 days".
 */
export function timeAgo(instant: number, now: number): string {
  const seconds = Math.round((instant - now) / 1000);
  const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  const units = [
    ['year', 31_557_600],
    ['month', 2_629_800],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length)
      return relativeFormat.format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
}

export type TickUnit = 'hour' | 'day' | 'month' | 'year';

const tickShapes = {
  hour: timeShape,
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
} as const satisfies Record<TickUnit, Intl.DateTimeFormatOptions>;

/** The label of a tick on an axis whose ticks are hours, days, months or years. */
export const tickText = (instant: number, unit: TickUnit, zone: string, locale: Locale): string =>
  formatterFor(locale, zone, `tick ${unit}`, tickShapes[unit]).format(instant);
