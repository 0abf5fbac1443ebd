import { addDays, msPerUtcDay } from '../../contract/dates/days.ts';
import { minPoints } from '../verdicts/scatter.ts';

/** The ranges that can fit how often a site is scanned, shortest first. */
const fittingRanges = ['30d', '90d', '365d'] as const;
export type FittingRange = (typeof fittingRanges)[number];

/** The period to show if no dates are chosen. */
export interface FittingPeriod {
  /** Null for all dates: no scan is recent enough for a range. */
  range: FittingRange | null;
  /** Whether this range and the one of the same length before it have enough scans for a verdict. */
  hasEnoughScans: boolean;
  /** How often the site is scanned: "daily", "every 3 days"; null with too few scans to tell. */
  cadence: string | null;
}

/** How many of the latest scan days determine the cadence. */
const scanDaysInCadence = 10;
/** Fewer scan days show no cadence. */
const minScanDays = 3;

/** Usual numbers of days between scans, each with how far it may vary. */
const namedCadences = [
  { name: 'daily', days: 1, tolerance: 0 },
  { name: 'weekly', days: 7, tolerance: 1 },
  { name: 'every 2 weeks', days: 14, tolerance: 1 },
  { name: 'monthly', days: 30, tolerance: 3 },
] as const;

/** Describes the usual distance between days in ascending order; null if there are too few. */
function cadenceOf(days: readonly string[]): string | null {
  const latest = [...new Set(days)].slice(-scanDaysInCadence).map((day) => Date.parse(day));
  if (latest.length < minScanDays) return null;
  const distances = latest
    .slice(1)
    .map((day, index) => Math.round((day - (latest[index] ?? day)) / msPerUtcDay));
  const median = distances.toSorted((a, b) => a - b)[(distances.length - 1) >> 1] ?? 0;
  const isUsual = (distance: number) => Math.abs(distance - median) <= Math.max(1, median / 4);
  if (distances.filter(isUsual).length < (distances.length * 2) / 3) return 'irregularly';
  const named = namedCadences.find(
    ({ days, tolerance }) => Math.abs(median - days) <= tolerance,
  )?.name;
  return named ?? `every ${median} days`;
}

/**
 * Chooses the shortest range that, like the period of the same length before it, has enough scans for a verdict. If none
 * does, chooses the shortest one that itself has enough, or else the longest one, if it has a scan.
 * @param scanDays the UTC days of scans with evidence, YYYY-MM-DD, one for each scan, in ascending order
 * @param today the current UTC day
 */
export function fittingPeriodOf(scanDays: readonly string[], today: string): FittingPeriod {
  const countIn = (after: string, until: string) =>
    scanDays.filter((day) => day > after && day <= until).length;
  const candidates = fittingRanges.map((range) => {
    const length = Number.parseInt(range, 10);
    const start = addDays(today, -length);
    const scans = countIn(start, today);
    const scansBefore = countIn(addDays(start, -length), start);
    return { range, scans, hasEnoughScans: Math.min(scans, scansBefore) >= minPoints };
  });
  const chosen =
    candidates.find(({ hasEnoughScans }) => hasEnoughScans) ??
    candidates.find(({ scans }) => scans >= minPoints) ??
    candidates.findLast(({ scans }) => scans > 0);
  return {
    range: chosen?.range ?? null,
    hasEnoughScans: chosen?.hasEnoughScans ?? false,
    cadence: cadenceOf(scanDays),
  };
}
