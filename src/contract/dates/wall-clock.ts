/** More than there are zones: a zone can be spelled in capitals or not. */
const maxFormatters = 1_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const created = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formatters.size === maxFormatters) formatters.clear();
  formatters.set(zone, created);
  return created;
}

/** The name of a zone as Intl spells it, whatever capitals it is given in. */
export const standardZoneName = (zone: string): string =>
  formatterFor(zone).resolvedOptions().timeZone;

export interface WallClock {
  /** Local calendar day, YYYY-MM-DD. */
  day: string;
  /** Local time, HH:MM:SS. */
  time: string;
}

/**
 * The local day and time in a zone at an instant (milliseconds since 1970). Uses Intl, since a Date shifted to
 * another zone loses the hours that the device's own zone skips.
 */
export function wallClockAt(instant: number, zone: string): WallClock {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const part of formatterFor(zone).formatToParts(instant)) parts[part.type] = part.value;
  const { year = '', month = '', day = '', hour: hours = '', minute = '', second = '' } = parts;
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, time: `${hours}:${minute}:${second}` };
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** An instant in a zone as ISO 8601 with its offset from UTC: 2026-11-08T00:37:12+01:00. */
export function localTime(instant: number, zone: string): string {
  const { day, time } = wallClockAt(instant, zone);
  const fraction = ((instant % 1000) + 1000) % 1000;
  const minutes = Math.round((Date.parse(`${day}T${time}Z`) + fraction - instant) / 60_000);
  const offset = `${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`;
  const fractionText = fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`;
  return `${day}T${time}${fractionText}${minutes < 0 ? '-' : '+'}${offset}`;
}
