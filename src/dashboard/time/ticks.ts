import { addDays, msPerUtcDay } from '../../contract/dates/days.ts';
import { instantAt } from '../../contract/dates/instant-at.ts';
import { wallClockAt } from '../../contract/dates/wall-clock.ts';
import { type Locale, type TickUnit, tickText } from '../../figures/formats/dates.ts';
import { msPerHour } from './zone.ts';

export interface Tick {
  /** Milliseconds since 1970. */
  instant: number;
  label: string;
  /**
   * Where the label is centred, in milliseconds since 1970: on the middle of the day if ticks are days, else on the
   * tick.
   */
  labelAt: number;
}

interface Step {
  unit: TickUnit;
  /** Number of units from one tick to the next. */
  every: number;
  /** The approximate length of a step in milliseconds. */
  length: number;
}

const toStep = (unit: TickUnit, every: number, unitLength: number): Step => ({
  unit,
  every,
  length: every * unitLength,
});

/** Steps from fine to coarse; whole weeks start on Monday. */
const steps: readonly Step[] = [
  ...[1, 2, 3, 6, 12].map((every) => toStep('hour', every, msPerHour)),
  ...[1, 2, 7, 14].map((every) => toStep('day', every, msPerUtcDay)),
  ...[1, 2, 3, 6].map((every) => toStep('month', every, 30 * msPerUtcDay)),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((every) =>
    toStep('year', every, 365 * msPerUtcDay),
  ),
];

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / msPerUtcDay;
/** Days from 1970-01-01 to the first Monday, from which weeks are counted. */
const mondayOffset = 4;

/**
 * The midnights of all local days, or of every `everyDays`-th day counted from a Monday, from `from` to `to`. All
 * values are in milliseconds since 1970, and both ends are inclusive. A day whose midnight is skipped begins at the
 * jump.
 */
export function localMidnights(from: number, to: number, zone: string, everyDays = 1): number[] {
  const midnights: number[] = [];
  const last = wallClockAt(to, zone).day;
  const first = wallClockAt(from, zone).day;
  const daysPastStep = (((dayNumber(first) - mondayOffset) % everyDays) + everyDays) % everyDays;
  for (let day = addDays(first, -daysPastStep); day <= last; day = addDays(day, everyDays)) {
    const instant = instantAt(day, '00:00', zone);
    // A whole day that a zone skipped (Samoa, 30 December 2011) coincides with the next.
    if (instant >= from && instant <= to && instant !== midnights.at(-1)) midnights.push(instant);
  }
  return midnights;
}

function localHours(from: number, to: number, zone: string, every: number): number[] {
  const instants: number[] = [];
  const last = wallClockAt(to, zone).day;
  for (let day = wallClockAt(from, zone).day; day <= last; day = addDays(day, 1)) {
    for (let hour = 0; hour < 24; hour += every) {
      const instant = instantAt(day, `${String(hour).padStart(2, '0')}:00`, zone);
      // An hour that clocks skip coincides with the next one.
      if (instant >= from && instant <= to && instant > (instants.at(-1) ?? -Infinity)) {
        instants.push(instant);
      }
    }
  }
  return instants;
}

/** Midnights of the first day of every `every`-th month, counted from January of year 0. */
function firstsOfMonths(from: number, to: number, zone: string, every: number): number[] {
  const monthOf = (instant: number) => {
    const [year = '0', month = '1'] = wallClockAt(instant, zone).day.split('-');
    return Number(year) * 12 + Number(month) - 1;
  };
  const midnights: number[] = [];
  const last = monthOf(to);
  for (let at = Math.ceil(monthOf(from) / every) * every; at <= last; at += every) {
    const year = String(Math.floor(at / 12)).padStart(4, '0');
    const month = String((at % 12) + 1).padStart(2, '0');
    const instant = instantAt(`${year}-${month}-01`, '00:00', zone);
    if (instant >= from && instant <= to) midnights.push(instant);
  }
  return midnights;
}

function instantsOf({ unit, every }: Step, from: number, to: number, zone: string): number[] {
  switch (unit) {
    case 'hour':
      return localHours(from, to, zone, every);
    case 'day':
      return localMidnights(from, to, zone, every);
    case 'month':
      return firstsOfMonths(from, to, zone, every);
    case 'year':
      return firstsOfMonths(from, to, zone, 12 * every);
  }
}

/** The middle of the local day that begins at an instant. */
function middleOfDay(midnight: number, zone: string): number {
  const next = instantAt(addDays(wallClockAt(midnight, zone).day, 1), '00:00', zone);
  return (midnight + next) / 2;
}

/**
 * Ticks of a time axis: on local midnights, or on whole local hours if the range is under two days and they fit.
 * @param from first instant of the axis, in milliseconds since 1970
 * @param to last instant of the axis, in milliseconds since 1970
 * @param maxLabels how many labels fit; at least one
 */
export function timeTicks(
  from: number,
  to: number,
  zone: string,
  maxLabels: number,
  locale: Locale,
): Tick[] {
  const span = to - from;
  const finest: TickUnit = span < 2 * msPerUtcDay ? 'hour' : 'day';
  const usableSteps = steps.filter((step) => step.unit !== 'hour' || finest === 'hour');
  let instants: number[] = [];
  let unit: TickUnit = finest;
  for (const step of usableSteps) {
    if (span / step.length > maxLabels) continue;
    instants = instantsOf(step, from, to, zone);
    unit = step.unit;
    if (instants.length <= maxLabels) break;
  }
  return instants.map((instant) => {
    const isMidnight = unit === 'hour' && wallClockAt(instant, zone).time.startsWith('00:00');
    const label = tickText(instant, isMidnight ? 'day' : unit, zone, locale);
    // A day's label centred on its midnight would extend into the previous day.
    return { instant, label, labelAt: unit === 'day' ? middleOfDay(instant, zone) : instant };
  });
}
