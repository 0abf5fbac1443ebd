import { addDays, msPerUtcDay } from './days.ts';
import { minDay, monthStart } from './ranges.ts';

export const compareModes = ['none', 'previous', 'year', 'custom'] as const;
/** What the days in view are compared with. */
export type CompareMode = (typeof compareModes)[number];

/** A period from `start` to `end`, both included: UTC scan days, YYYY-MM-DD. */
export interface Days {
  start: string;
  end: string;
}

/** The periods of a comparison, which do not overlap. */
export interface Periods {
  now: Days;
  before: Days;
  /**
   * Adjacent earlier periods, newest first, which show how much values scatter: as many days as `before`, or as many
   * calendar months.
   */
  earlier: readonly Days[];
}

/** What a search compares: two periods, the `halves` of a report without a start date, or null for nothing. */
export type ComparedPeriods = Periods | 'halves' | null;

/** The maximum number of periods in `Periods.earlier`. */
const maxEarlierPeriods = 4;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The number of days in a period. */
export const dayCountOf = ({ start, end }: Days): number =>
  Math.round((startOf(end) - startOf(start)) / msPerUtcDay) + 1;

/** The length of a period: a number of days, or of whole calendar months. */
type Length = { days: number } | { months: number };

/** The period of a length that ends on the day before `day`, the first of a month if the length is in months. */
const periodEndingBefore = (day: string, length: Length): Days => ({
  start: 'days' in length ? addDays(day, -length.days) : monthStart(day, -length.months),
  end: addDays(day, -1),
});

/** How many calendar months a period covers if it is a whole month or three whole months; otherwise null. */
const wholeMonthsIn = ({ start, end }: Days): number | null =>
  [1, 3].find(
    (months) => start === monthStart(start, 0) && addDays(end, 1) === monthStart(start, months),
  ) ?? null;

/** The same day a year earlier, or 28 February for 29 February. */
function oneYearBefore(day: string): string {
  const earlier = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return earlier.endsWith('-02-29') ? earlier.replace(/29$/, '28') : earlier;
}

interface CustomDays {
  compareStart: string | null;
  compareEnd: string | null;
}

/** The days to compare with, before `periodsOf` limits them; null if there are none. */
function comparedDaysOf(
  now: Days,
  compare: CompareMode,
  { compareStart, compareEnd }: CustomDays,
  months: number | null,
): Days | null {
  if (compare === 'previous') {
    return periodEndingBefore(now.start, months === null ? { days: dayCountOf(now) } : { months });
  }
  if (compare === 'year') return { start: oneYearBefore(now.start), end: oneYearBefore(now.end) };
  if (compare === 'none' || compareStart === null || compareEnd === null) return null;
  return { start: compareStart, end: compareEnd };
}

/**
 * Determines the periods of a comparison. `before` is limited to the days from 1970 up to the last one before `now`,
 * and no period in `earlier` begins before 1970.
 * @param calendarMonths how many calendar months `previous` compares with, if `now` starts a month; null for as many
 * days as in `now`
 * @returns null if there are no days to compare with
 */
export function periodsOf(
  now: Days,
  compare: CompareMode,
  custom: CustomDays,
  calendarMonths: number | null = null,
): Periods | null {
  const comparedDays = comparedDaysOf(now, compare, custom, calendarMonths);
  if (comparedDays === null) return null;
  const isTooEarly = comparedDays.start < minDay;
  const before = {
    start: isTooEarly ? minDay : comparedDays.start,
    end: comparedDays.end < now.start ? comparedDays.end : addDays(now.start, -1),
  };
  if (before.end < before.start) return null;
  const earlier: Days[] = [];
  // Whole months chosen as custom days have the same earlier periods, so that a link with fixed days keeps them.
  const months =
    compare === 'custom' ? wholeMonthsIn(before) : compare === 'previous' ? calendarMonths : null;
  const length = months === null ? { days: dayCountOf(before) } : { months };
  let { start } = before;
  while (earlier.length < maxEarlierPeriods) {
    const next = periodEndingBefore(start, length);
    if (next.start < minDay) break;
    earlier.push(next);
    start = next.start;
  }
  return { now, before, earlier };
}

/** The days from the start of a comparison's first period to the end of its last. */
export const spanOf = ({ now, before, earlier }: Periods): Days => ({
  start: earlier.at(-1)?.start ?? before.start,
  end: now.end,
});
