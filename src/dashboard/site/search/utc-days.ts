import { addDays } from '../../../contract/dates/days.ts';
import { daysOf, minDay } from '../../../contract/dates/ranges.ts';
import { wallClockAt } from '../../../contract/dates/wall-clock.ts';
import { isDay } from '../../../contract/fields.ts';
import { type Locale, placeOf, tickText } from '../../../figures/formats/dates.ts';
import type { TimelineSearch } from './search.ts';

type Dates = Pick<TimelineSearch, 'range' | 'startDate' | 'endDate'>;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The local hours of one UTC day: "02:00 to 02:00", "19:00 the day before to 19:00". */
function hoursOf(day: string, zone: string, locale: Locale): string {
  const start = startOf(day);
  const end = startOf(addDays(day, 1));
  const before = wallClockAt(start, zone).day < day ? ' the day before' : '';
  const time = (instant: number) => tickText(instant, 'hour', zone, locale);
  return `${time(start)}${before} to ${time(end)}`;
}

/**
 * Describes which local hours a UTC day covers in a zone, at both ends of the dates if they differ. An open end counts
 * as `today` (YYYY-MM-DD), or as the start if that is later; an open start counts as the end.
 */
export function utcDayHint(dates: Dates, zone: string, today: string, locale: Locale): string {
  const days = dates.range === null ? dates : daysOf(dates.range, today);
  const { startDate, endDate } = days;
  const last = endDate ?? (startDate !== null && startDate > today ? startDate : today);
  const atFirst = hoursOf(startDate ?? last, zone, locale);
  const atLast = hoursOf(last, zone, locale);
  const place = placeOf(zone);
  if (atFirst === atLast) return `A UTC day runs from ${atLast} in ${place}.`;
  return `In ${place}, a UTC day runs from ${atFirst} at the start of these dates and from ${atLast} at the end.`;
}

/** Whether the text of a date field is complete: a day from `minDay` on, or empty. */
export const isCompleteDate = (text: string): boolean =>
  text === '' || (isDay(text) && text >= minDay);
