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
  /**
   * What it is ordered by, in milliseconds since 1970: when it finished, else noon of `date` in UTC. Unlike
   * its place on the axis it depends on no zone.
   */
  moment: number;
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
  /** Milliseconds since 1970, ascending, one per scan: where it stands on the axis. */
  instants: Float64Array;
  /** Indices of the scans from the earliest to the newest, the same in every zone. */
  order: Uint32Array;
  scans: readonly ScanColumn[];
  series: readonly SeriesColumn[];
  /** Points with neither a day nor a time, which no axis can show. */
  unplaced: number;
}

/** Where a scan, of this report or another one, stands in a model; -1 where it is not in it. */
export const placeOf = ({ scans }: TimelineModel, { scanId, moment }: ScanColumn): number =>
  scans.findIndex((scan) => scan.scanId === scanId && scan.moment === moment);

/** The one test of a column's value: false where the scan gave no evidence. */
export const isEvidence = (value: number | undefined): value is number =>
  value !== undefined && !Number.isNaN(value);

/** Whether the service gave the series a point at a scan, with evidence or without. */
export const isPresent = (series: SeriesColumn, scan: number): boolean =>
  series.present === null || series.present[scan] === 1;

interface Row extends ScanColumn {
  completedAt: string | null;
  instant: number;
  /** The series that used this row last: a series uses a row once, so its duplicates stay apart. */
  usedBy: number;
}

/** True where two points say the same of their scan. */
const isSameScan = (row: Row, point: Point): boolean =>
  row.scanId === point.scanId &&
  row.completedAt === point.completedAt &&
  (row.date === point.date || (row.timed && point.date === null));

const agrees = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** True where neither says anything that the other denies. */
const mayBeSameScan = (row: Row, { scanId, completedAt, date }: Point): boolean =>
  agrees(row.scanId, scanId) && agrees(row.completedAt, completedAt) && agrees(row.date, date);

/** As many rows are looked at for a point: past so many of one scan, its duplicates all stand apart. */
const mostAlike = 64;

/** When a scan was and where that stands on the axis; null where nothing says so. */
function timeOf(completedAt: string | null, date: string | null, noonOf: (day: string) => number) {
  if (completedAt !== null && isTimestamp(completedAt)) {
    const instant = Date.parse(completedAt);
    return { date: date ?? utcDay(instant), timed: true, instant, moment: instant };
  }
  if (date === null || !isDay(date)) return null;
  const moment = Date.parse(`${date}T12:00:00Z`);
  return { date, timed: false, instant: noonOf(date), moment };
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
  /** By scan, by time, and by day where a row has neither. */
  const known = new Map<string, Row[]>();
  let unplaced = 0;
  let previous: readonly (Row | null)[] = [];

  const rowsAt = (key: string): Row[] => {
    const at = known.get(key) ?? [];
    known.set(key, at);
    return at;
  };
  const keysOf = ({ scanId, completedAt, date }: Pick<Point, 'scanId' | 'completedAt' | 'date'>) =>
    scanId === null && completedAt === null
      ? [`day ${date}`]
      : [
          ...(scanId === null ? [] : [`scan ${scanId}`]),
          ...(completedAt === null ? [] : [`time ${completedAt}`]),
        ];

  const find = (point: Point, user: number): Row | null => {
    const keys = keysOf(point);
    const alike = keys.flatMap((key) => rowsAt(key).slice(0, mostAlike));
    const free = alike.filter((row) => row.usedBy !== user);
    const row =
      free.find((each) => isSameScan(each, point)) ??
      free.find((each) => mayBeSameScan(each, point));
    if (row) {
      // What one series leaves out of a scan another one may say.
      const before = keysOf(row);
      row.scanId ??= point.scanId;
      if (!row.timed) {
        row.completedAt ??= point.completedAt;
        Object.assign(row, timeOf(row.completedAt, row.date, noonOf));
      }
      for (const key of keysOf(row)) if (!before.includes(key)) rowsAt(key).push(row);
      return row;
    }
    const { scanId, completedAt, date } = point;
    const time = timeOf(completedAt, date, noonOf);
    if (!time) return null;
    const made: Row = { scanId, completedAt, ...time, usedBy: -1 };
    rows.push(made);
    for (const key of keys) rowsAt(key).push(made);
    return made;
  };

  const rowsOfSeries = series.map(({ points }, user) => {
    const own = points.map((point, index) => {
      // Series usually list the same scans in the same order: then no key need be made.
      const guess = previous[index];
      const fits = guess && guess.usedBy !== user && isSameScan(guess, point);
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
    label:
      [series.label, series.platform?.name, series.key].find((text) => text?.trim()) ?? 'unnamed',
    values,
    present: points === positions.size ? null : present,
  };
}

/** Keys, each made different from all others where it repeats: "k", "k (2)". */
function uniqueIds(keys: readonly string[]): string[] {
  const given = new Set(keys);
  const taken = new Set<string>();
  return keys.map((key) => {
    let id = key;
    for (let place = 2; taken.has(id) || (id !== key && given.has(id)); place += 1) {
      id = `${key} (${place})`;
    }
    taken.add(id);
    return id;
  });
}

/**
 * Shapes a report into columns, once per answer and zone. Points may come in any order, differ between
 * series and repeat: all are kept, sorted by instant.
 * @param zone where the noon of a scan whose time is unknown is taken
 */
export function toModel(report: TimelineReport, zone: string): TimelineModel {
  const { rows, rowsOfSeries, unplaced } = gatherRows(report.series, zone);
  const sorted = rows.toSorted((a, b) => a.instant - b.instant || a.moment - b.moment);
  const positions = new Map(sorted.map((row, index) => [row, index]));
  const ids = uniqueIds(report.series.map(({ key }) => key));
  const series = report.series.map((each, index) =>
    toColumn(each, ids[index] ?? '', rowsOfSeries[index] ?? [], positions),
  );
  const order = Uint32Array.from(sorted.keys()).sort(
    (a, b) => (sorted[a]?.moment ?? 0) - (sorted[b]?.moment ?? 0) || a - b,
  );
  return {
    metric: report.metric ?? '',
    groupBy: report.groupBy ?? '',
    brand: report.brand,
    instants: Float64Array.from(sorted, (row) => row.instant),
    order,
    scans: sorted.map(({ scanId, date, timed, moment }) => ({ scanId, date, timed, moment })),
    series,
    unplaced,
  };
}

/** True for the series that is the report's brand; keys are compared as UUIDs, in any case. */
export const isTracked = (model: TimelineModel, series: SeriesColumn): boolean =>
  model.groupBy === 'brand' && series.key.toLowerCase() === model.brand?.id.toLowerCase();
