import { wallClockAt } from '../../contract/dates/wall-clock.ts';
import type { Schedule } from '../../contract/sightline/scans.ts';
import type { Instant } from '../store/records.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: Instant, zone: string): number {
  const { day, time } = wallClockAt(at, zone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(at / 1_000) * 1_000;
}

/** The days of a schedule, each as the milliseconds from 1970 to its midnight in local time. */
class DueDays {
  readonly #days: readonly number[];
  readonly #timeMs: number;
  readonly #offsetAt: (at: Instant) => number;

  constructor({ days, time, zone }: Schedule) {
    this.#days = days;
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    this.#timeMs = (hour * 60 + minute) * minuteMs;
    this.#offsetAt = (at) => offsetAt(at, zone);
  }

  /** The local day of an instant. */
  dayOf(at: Instant): number {
    return Math.floor((at + this.#offsetAt(at)) / dayMs) * dayMs;
  }

  /**
   * The due time of a local day; null if it is none of the schedule's. A local time that daylight saving leaves out is due
   * when the clocks go forward, which may be at the midnight that ends the day; one that occurs twice is due the first
   * time only.
   */
  dueTimeOf(day: number): Instant | null {
    if (!this.#days.includes(new Date(day).getUTCDay() || 7)) return null;
    const local = day + this.#timeMs;
    // Clocks do not change twice within these two days.
    const before = this.#offsetAt(local - dayMs);
    const after = this.#offsetAt(local + dayMs);
    const [first, second] = [local - Math.max(before, after), local - Math.min(before, after)];
    for (const at of [first, second]) if (at + this.#offsetAt(at) === local) return at;
    // Between the two, the clocks go forward.
    let [early, late] = [first, second];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (this.#offsetAt(middle) === before) early = middle;
      else late = middle;
    }
    return late;
  }
}

/** So many days are looked at: a week, and those on which a due time may be that of the day before. */
const searchedDays = 9;

/** The newest due time until now and after another instant; null if there is none. */
export function lastDueTime(schedule: Schedule, after: Instant, now: Instant): Instant | null {
  const days = new DueDays(schedule);
  const today = days.dayOf(now);
  for (let back = 0; back < searchedDays; back += 1) {
    const due = days.dueTimeOf(today - back * dayMs);
    if (due !== null && due <= now) return due > after ? due : null;
  }
  return null;
}

/** The first due time after an instant; null if the schedule has no days. */
export function nextDueTime(schedule: Schedule, after: Instant): Instant | null {
  const days = new DueDays(schedule);
  const yesterday = days.dayOf(after) - dayMs;
  for (let ahead = 0; ahead < searchedDays; ahead += 1) {
    const due = days.dueTimeOf(yesterday + ahead * dayMs);
    if (due !== null && due > after) return due;
  }
  return null;
}

/**
 * The latest instant that hosts with clocks of their own may have written down by now. Later ones are from a clock that was
 * wrong.
 */
export const latestWritten = (now: Instant): Instant => now + dayMs;

/**
 * The newest due time that has passed without a scan; null if there is none.
 * @param since due times before this one do not count
 * @param lastDue the newest due time with a scan
 */
export function findDueTime(
  schedule: Schedule,
  { since, lastDue = 0, now }: { since: Instant; lastDue: Instant | undefined; now: Instant },
): Instant | null {
  const after = since > latestWritten(now) ? lastDue : Math.max(since, lastDue);
  return lastDueTime(schedule, after, now);
}
