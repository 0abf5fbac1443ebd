import { msPerUtcDay } from './days.ts';
import { wallClockAt } from './wall-clock.ts';

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const { day, time } = wallClockAt(instant, zone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(instant / 1_000) * 1_000;
}

/**
 * The instant of a local day and time in a zone: the earlier instant if the time occurs twice, and the moment of the
 * jump if it is skipped, which may be at the midnight that ends the day.
 * @param day YYYY-MM-DD
 * @param time HH:MM
 * @returns milliseconds since 1970
 */
export function instantAt(day: string, time: string, zone: string): number {
  const local = Date.parse(`${day}T${time}:00Z`);
  // Clocks do not change twice within these two days.
  const before = offsetAt(local - msPerUtcDay, zone);
  const after = offsetAt(local + msPerUtcDay, zone);
  const [first, second] = [local - Math.max(before, after), local - Math.min(before, after)];
  for (const instant of [first, second])
    if (instant + offsetAt(instant, zone) === local) return instant;
  // Between the two, the clocks go forward.
  let [early, late] = [first, second];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offsetAt(middle, zone) === before) early = middle;
    else late = middle;
  }
  return late;
}
