import { noonOf, utcDay } from '../../contract/dates/days.ts';
import { isDay, isTimestamp } from '../../contract/fields.ts';
import type { Point } from '../../contract/resources.ts';

/** What a point reveals about its scan: IDs in lower case, times in UTC; null where unknown. */
export interface ScanClues {
  id: string | null;
  time: string | null;
  day: string | null;
}

/** Between these moments, years have four digits in every zone. Times and days outside this range count as unknown. */
const earliestMoment = Date.UTC(1000, 0, 3);
const latestMoment = Date.UTC(9999, 11, 29);

const isInRange = (moment: number): boolean => moment >= earliestMoment && moment <= latestMoment;

/** The clues of a point, without invalid times and days. */
export function cluesOf({
  scanId,
  completedAt,
  date,
}: Pick<Point, 'scanId' | 'completedAt' | 'date'>): ScanClues {
  const moment =
    completedAt !== null && isTimestamp(completedAt) ? Date.parse(completedAt) : Number.NaN;
  const hasValidDay = date !== null && isDay(date) && isInRange(Date.parse(date));
  return {
    id: scanId?.toLowerCase() ?? null,
    time: isInRange(moment) ? new Date(moment).toISOString() : null,
    day: hasValidDay ? date : null,
  };
}

export const hasClues = ({ id, time, day }: ScanClues): boolean =>
  id !== null || time !== null || day !== null;

/**
 * The time of a scan from its clues: noon UTC if only its day is known. If its day is unknown too, `date` is empty and
 * `moment` is NaN.
 */
export function timeOf({ time, day }: ScanClues) {
  if (time !== null) {
    const moment = Date.parse(time);
    return { date: day ?? utcDay(moment), hasTime: true, moment };
  }
  if (day === null) return { date: '', hasTime: false, moment: Number.NaN };
  return { date: day, hasTime: false, moment: noonOf(day) };
}

export const hasSameClues = (one: ScanClues, other: ScanClues): boolean =>
  one.id === other.id && one.time === other.time && one.day === other.day;

const agrees = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** Whether the clues may come from the same scan, because they do not contradict each other. */
export const mayBeSameScan = (one: ScanClues, other: ScanClues): boolean =>
  agrees(one.id, other.id) && agrees(one.time, other.time) && agrees(one.day, other.day);

/** The keys for looking up a scan: its ID and time, as far as they are known, or its day if neither is. */
export const lookupKeysOf = ({ id, time, day }: ScanClues): string[] =>
  id === null && time === null
    ? [`day ${day}`]
    : [...(id === null ? [] : [`scan ${id}`]), ...(time === null ? [] : [`time ${time}`])];
