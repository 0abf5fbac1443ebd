import { addDays, msPerUtcDay } from './days.ts';
import { minDay } from './ranges.ts';

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
  /** Earlier periods as long as `before`, newest first. They show how much values scatter. */
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

/** The period of `length` days that ends on the day before `day`. */
const periodEndingBefore = (day: string, length: number): Days => ({
  start: addDays(day, -length),
  end: addDays(day, -1),
});

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
function comparedDaysOf(now: Days, compare: CompareMode, custom: CustomDays): Days | null {
  const { compareStart, compareEnd } = custom;
  if (compare === 'previous') return periodEndingBefore(now.start, dayCountOf(now));
  if (compare === 'year') return { start: oneYearBefore(now.start), end: oneYearBefore(now.end) };
  if (compare === 'none' || compareStart === null || compareEnd === null) return null;
  return { start: compareStart, end: compareEnd };
}

/**
 * Determines the periods of a comparison. `before` is limited to the days from 1970 up to the last one before `now`,
 * and no period in `earlier` begins before 1970.
 * @returns null if there are no days to compare with
 */
export function periodsOf(now: Days, compare: CompareMode, custom: CustomDays): Periods | null {
  const comparedDays = comparedDaysOf(now, compare, custom);
  if (comparedDays === null) return null;
  const isTooEarly = comparedDays.start < minDay;
  const before = {
    start: isTooEarly ? minDay : comparedDays.start,
    end: comparedDays.end < now.start ? comparedDays.end : addDays(now.start, -1),
  };
  if (before.end < before.start) return null;
  const earlier: Days[] = [];
  const length = dayCountOf(before);
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
