import { wallClockAt } from '../../contract/dates/wall-clock.ts';
import { calendarDay, dayAndTime, zoneLabel } from '../formats/dates.ts';
import type { TimelineModel } from './model.ts';
import type { Wording } from './wording.ts';

/**
 * Describes the time of a scan in the view's zone, or its UTC day if the time is unknown. `zoneName` is `zoneText`
 * without the note that the scan belongs to another day in UTC.
 */
export function describeScanTime(model: TimelineModel, scan: number, { zone, locale }: Wording) {
  const { date = '', hasTime = false } = model.scans[scan] ?? {};
  const instant = model.instants[scan] ?? 0;
  if (!hasTime) {
    const zoneText = 'UTC day, time unknown';
    return { timeText: calendarDay(date, locale), zoneText, zoneName: zoneText };
  }
  const zoneName = zoneLabel(zone, instant);
  const isOtherDay = wallClockAt(instant, zone).day !== date;
  return {
    timeText: dayAndTime(instant, zone, locale),
    zoneName,
    zoneText: isOtherDay ? `${zoneName} · scan day ${calendarDay(date, locale)} (UTC)` : zoneName,
  };
}
