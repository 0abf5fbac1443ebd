import { noonOf } from '../../contract/dates/days.ts';
import type { Days } from '../../contract/dates/periods.ts';
import type { Instant, ScanRecord } from './records.ts';

/** The UTC day of a scan: of `completedAt`, otherwise of `startedAt`, otherwise of `createdAt`. */
export function scanDayOf(
  scan: Pick<ScanRecord, 'completedAt' | 'startedAt' | 'createdAt'>,
): string {
  const at = scan.completedAt ?? scan.startedAt ?? scan.createdAt;
  return new Date(at).toISOString().slice(0, 10);
}

/** Inclusive bounds on scan days, null where there is none, and the days between them that are left out. */
export interface ScanDays {
  startDate: string | null;
  endDate: string | null;
  exceptDays?: Days | null;
}

/** The bounds that include every day. */
export const allDays: ScanDays = { startDate: null, endDate: null };

export const isOnDays = (day: string, { startDate, endDate, exceptDays }: ScanDays): boolean =>
  (startDate === null || day >= startDate) &&
  (endDate === null || day <= endDate) &&
  !(exceptDays && day >= exceptDays.start && day <= exceptDays.end);

/**
 * The instant by which completed scans are ordered: `completedAt` or, if that is null, 12:00 UTC on the scan's day.
 * @param scan.date UTC day, YYYY-MM-DD, as `scanDayOf` returns it.
 */
export const scanInstantOf = (scan: { completedAt: Instant | null; date: string }): Instant =>
  scan.completedAt ?? noonOf(scan.date);
