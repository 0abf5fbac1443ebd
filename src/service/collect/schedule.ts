import { Cron } from 'croner';
import type { Schedule } from '../../contract/sightline/collect.ts';
import type { Instant } from '../store/records.ts';

/**
 * The due times of a schedule. A local time that daylight saving leaves out is due when the clocks go forward; one that
 * occurs twice is due the first time only.
 */
const cronOf = ({ days, time, zone }: Schedule): Cron => {
  const [hour, minute] = time.split(':').map(Number);
  // Croner counts days of the week from 0 for Sunday.
  return new Cron(`${minute} ${hour} * * ${days.map((day) => day % 7).join(',')}`, {
    timezone: zone,
  });
};

/** The newest due time until now and after another instant; null if there is none. */
export function lastDueTime(schedule: Schedule, after: Instant, now: Instant): Instant | null {
  const [due] = cronOf(schedule).previousRuns(1, new Date(now + 1));
  return due && due.getTime() > after ? due.getTime() : null;
}

/** The first due time after an instant. */
export const nextDueTime = (schedule: Schedule, after: Instant): Instant | null =>
  cronOf(schedule).nextRun(new Date(after))?.getTime() ?? null;
