import { addDays, msPerUtcDay } from '../../contract/dates/days.ts';
import { instantAt } from '../../contract/dates/instant-at.ts';
import { wallClockAt } from '../../contract/dates/wall-clock.ts';
import type { Schedule } from '../../contract/sightline/scans.ts';
import type { Instant } from '../store/records.ts';

/**
 * The due time of a local day, YYYY-MM-DD; null if it is none of the schedule's. A local time that daylight saving leaves
 * out is due when the clocks go forward; one that occurs twice is due the first time only.
 */
const dueTimeOf = (day: string, { days, time, zone }: Schedule): Instant | null =>
  days.includes(new Date(day).getUTCDay() || 7) ? instantAt(day, time, zone) : null;

/** So many days are looked at: a week, and those on which a due time may be that of the day before. */
const searchedDays = 9;

/** The newest due time until now and after another instant; null if there is none. */
export function lastDueTime(schedule: Schedule, after: Instant, now: Instant): Instant | null {
  const today = wallClockAt(now, schedule.zone).day;
  for (let back = 0; back < searchedDays; back += 1) {
    const due = dueTimeOf(addDays(today, -back), schedule);
    if (due !== null && due <= now) return due > after ? due : null;
  }
  return null;
}

/** The first due time after an instant; null if the schedule has no days. */
export function nextDueTime(schedule: Schedule, after: Instant): Instant | null {
  const yesterday = addDays(wallClockAt(after, schedule.zone).day, -1);
  for (let ahead = 0; ahead < searchedDays; ahead += 1) {
    const due = dueTimeOf(addDays(yesterday, ahead), schedule);
    if (due !== null && due > after) return due;
  }
  return null;
}

/**
 * The latest instant that hosts with clocks of their own may have written down by now. Later ones are from a clock that was
 * wrong.
 */
export const latestWritten = (now: Instant): Instant => now + msPerUtcDay;

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
