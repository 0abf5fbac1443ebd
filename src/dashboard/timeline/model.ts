import { isDay, isTimestamp } from '../../contract/fields.ts';
import type { Brand, Point, Series, TimelineReport } from '../../contract/resources.ts';
import { instantAt } from '../time/clock.ts';
import { utcDay } from '../time/zone.ts';

/** One scan in view: a position on the time axis that every series shares. */
export interface ScanColumn {
  scanId: string | null;
  /** UTC calendar day of the scan, YYYY-MM-DD. */
  date: string;
  /**
   * False when nobody knows when the scan finished: its instant is then noon of `date` in the chosen
   * zone, so that it stands on that day whatever the zone.
   */
  timed: boolean;
}

export interface SeriesColumn {
  /** Unique in the model, also where the service repeats a key. */
  id: string;
  key: string;
  label: string;
  /** One value per scan of the model, NaN where there is no evidence; ask `isEvidence`. */
  values: Float64Array;
  /** 1 for each scan at which the service gave this series a point, null when it did at all of them. */
  present: Uint8Array | null;
}

export interface TimelineModel {
  metric: string;
  groupBy: string;
  brand: Brand | null;
  /** Milliseconds since 1970, ascending, one per scan. */
  instants: Float64Array;
  scans: readonly ScanColumn[];
  series: readonly SeriesColumn[];
  /** Points with neither a day nor a time, which no axis can show. */
  unplaced: number;
}

/** The one test of a column's value: false where the scan gave no evidence. */
export const isEvidence = (value: number | undefined): value is number =>
  value !== undefined && !Number.isNaN(value);

/** Whether the service gave the series a point at a scan, with evidence or without. */
export const isPresent = (series: SeriesColumn, scan: number): boolean =>
  series.present === null || series.present[scan] === 1;

interface Row extends ScanColumn {
  instant: number;
  point: Point;
  /** The series that used this row last: a series uses a row once, so its duplicates stay apart. */
  usedBy: number;
}

/** True for points of the same scan, in whichever series. */
const isSameScan = (a: Point, b: Point): boolean =>
  a.scanId === b.scanId && a.completedAt === b.completedAt && a.date === b.date;

function rowOf(point: Point, noonOf: (day: string) => number): Row | null {
  const { completedAt, scanId } = point;
  if (completedAt !== null && isTimestamp(completedAt)) {
    const instant = Date.parse(completedAt);
    return {
      scanId,
      date: point.date ?? utcDay(instant),
      timed: true,
      instant,
      point,
      usedBy: -1,
    };
  }
  if (point.date === null || !isDay(point.date)) return null;
  const instant = noonOf(point.date);
  return { scanId, date: point.date, timed: false, instant, point, usedBy: -1 };
}

/** Gathers the scans of every series as rows, and for each point the row it belongs to. */
function gatherRows(series: readonly Series[], zone: string) {
  const noons = new Map<string, number>();
  const noonOf = (day: string) => {
    const noon = noons.get(day) ?? instantAt(day, '12:00', zone);
    noons.set(day, noon);
    return noon;
  };
  const rows: Row[] = [];
  const known = new Map<string, Row[]>();
  let unplaced = 0;
  let previous: readonly (Row | null)[] = [];

  const find = (point: Point, user: number): Row | null => {
    const key = `${point.scanId}|${point.completedAt}|${point.date}`;
    const same = known.get(key) ?? [];
    const free = same.find((row) => row.usedBy !== user);
    if (free) return free;
    const made = rowOf(point, noonOf);
    if (!made) return null;
    rows.push(made);
    known.set(key, [...same, made]);
    return made;
  };

  const rowsOfSeries = series.map(({ points }, user) => {
    const own = points.map((point, index) => {
      // Series usually list the same scans in the same order: then no key need be made.
      const guess = previous[index];
      const fits = guess && guess.usedBy !== user && isSameScan(guess.point, point);
      const row = fits ? guess : find(point, user);
      if (row) row.usedBy = user;
      else unplaced += 1;
      return row;
    });
    previous = own;
    return own;
  });
  return { rows, rowsOfSeries, unplaced };
}

function toColumn(
  series: Series,
  id: string,
  rows: readonly (Row | null)[],
  positions: ReadonlyMap<Row, number>,
): SeriesColumn {
  const values = new Float64Array(positions.size).fill(Number.NaN);
  const present = new Uint8Array(positions.size);
  let points = 0;
  for (const [index, row] of rows.entries()) {
    const position = row ? positions.get(row) : undefined;
    if (position === undefined) continue;
    values[position] = series.points[index]?.value ?? Number.NaN;
    present[position] = 1;
    points += 1;
  }
  return {
    id,
    key: series.key,
    label: series.label ?? series.platform?.name ?? series.key,
    values,
    present: points === positions.size ? null : present,
  };
}

/**
 * Shapes a report into columns, once per answer and zone. Points may come in any order, differ between
 * series and repeat: all are kept, sorted by instant.
 * @param zone where the noon of a scan whose time is unknown is taken
 */
export function toModel(report: TimelineReport, zone: string): TimelineModel {
  const { rows, rowsOfSeries, unplaced } = gatherRows(report.series, zone);
  const sorted = rows.toSorted((a, b) => a.instant - b.instant);
  const positions = new Map(sorted.map((row, index) => [row, index]));
  const occurrences = new Map<string, number>();
  const series = report.series.map((each, index) => {
    const before = occurrences.get(each.key) ?? 0;
    occurrences.set(each.key, before + 1);
    const id = before === 0 ? each.key : `${each.key} (${before + 1})`;
    return toColumn(each, id, rowsOfSeries[index] ?? [], positions);
  });
  return {
    metric: report.metric ?? '',
    groupBy: report.groupBy ?? '',
    brand: report.brand,
    instants: Float64Array.from(sorted, (row) => row.instant),
    scans: sorted.map(({ scanId, date, timed }) => ({ scanId, date, timed })),
    series,
    unplaced,
  };
}

/** True for the series that is the report's brand; keys are compared as UUIDs, in any case. */
export const isTracked = (model: TimelineModel, series: SeriesColumn): boolean =>
  model.groupBy === 'brand' && series.key.toLowerCase() === model.brand?.id.toLowerCase();
