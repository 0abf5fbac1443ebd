import { fromZonedTime } from 'date-fns-tz';
import { msPerHour } from './zone.ts';

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
  formatters.set(zone, created);
  return created;
}

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

/**
 * The instant of a local day and time in a zone: the earlier instant if the time occurs twice, and the moment of the
 * jump if it is skipped.
 * @param day YYYY-MM-DD
 * @param time HH:MM
 * @returns milliseconds since 1970
 */
export function instantAt(day: string, time: string, zone: string): number {
  const localText = `${day} ${time}:00`;
  const formatLocal = (instant: number) => {
    const clock = wallClockAt(instant, zone);
    return `${clock.day} ${clock.time}`;
  };
  const guess = fromZonedTime(`${day}T${time}:00`, zone).getTime();
  if (formatLocal(guess) === localText) {
    // Clocks usually go back by an hour, but by half an hour on Lord Howe Island, and by two hours at Troll in
    // Antarctica.
    for (const hours of [2, 1, 0.5]) {
      const earlier = guess - hours * msPerHour;
      if (formatLocal(earlier) === localText) return earlier;
    }
    return guess;
  }
  // The time is skipped, so a search finds the jump. No zone has skipped more than one whole day.
  let before = guess - 26 * msPerHour;
  let after = guess + 26 * msPerHour;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (formatLocal(middle) < localText) before = middle;
    else after = middle;
  }
  return after;
}
