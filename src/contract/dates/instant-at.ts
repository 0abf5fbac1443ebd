import { fromZonedTime } from 'date-fns-tz';
import { standardZoneName, wallClockAt } from './wall-clock.ts';

const msPerHour = 3_600_000;

/**
 * The instant of a local day and time in a zone: the earlier instant if the time occurs twice, and the moment of the
 * jump if it is skipped, which may be at the midnight that ends the day.
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
  // The library keeps a formatter for every spelling of a zone.
  const guess = fromZonedTime(`${day}T${time}:00`, standardZoneName(zone)).getTime();
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
