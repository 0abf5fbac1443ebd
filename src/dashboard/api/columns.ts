import { isDay, isTimestamp } from '../../contract/fields.ts';
import type { Point, Series, TimelineReport } from '../../contract/resources.ts';
import { utcDay } from '../time/zone.ts';

/** One scan in view: a position on the time axis that every series shares. */
export interface ScanColumn {
  scanId: string | null;
  /** UTC calendar day of the scan, YYYY-MM-DD. */
  date: string;
  /** False when nobody knows when the scan finished. */
  timed: boolean;
  /**
   * What it is ordered by, in milliseconds since 1970: when it finished, else noon of `date` in UTC. Unlike
   * its place on an axis it depends on no zone.
   */
  moment: number;
}

export interface SeriesColumn {
  /** Unique in the report, also where the service repeats a key. */
  id: string;
  key: string;
  label: string;
  /** One value per scan, NaN where there is no evidence; ask `isEvidence`. */
  values: Float64Array;
  /** 1 for each scan at which the service gave this series a point, null when it did at all of them. */
  present: Uint8Array | null;
}

/** A timeline report in columns, which a thousand scans of fifty series need: nothing of a point is lost. */
export interface ReportColumns extends Pick<TimelineReport, 'brand' | 'filters'> {
  metric: string;
  groupBy: string;
  /** From the earliest to the newest. */
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
  completedAt: string | null;
  /** The series that used this row last: a series uses a row once, so its duplicates stay apart. */
  usedBy: number;
  /** Among the report's scans, once all are known. */
  position: number;
}

type Dated = Pick<Point, 'scanId' | 'completedAt' | 'date'>;

/** True where two points say the same of their scan. */
const isSameScan = (row: Row, point: Dated): boolean =>
  row.scanId === point.scanId &&
  row.completedAt === point.completedAt &&
  (row.date === point.date || (row.timed && point.date === null));

const agrees = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** True where neither says anything that the other denies. */
const mayBeSameScan = (row: Row, { scanId, completedAt, date }: Dated): boolean =>
  agrees(row.scanId, scanId) && agrees(row.completedAt, completedAt) && agrees(row.date, date);

/** As many rows are looked at for a point: past so many of one scan, its duplicates all stand apart. */
const mostAlike = 64;

/** Between these a year has four digits in every zone; a scan beyond them is one whose time nobody knows. */
const earliest = Date.UTC(1000, 0, 3);
const latest = Date.UTC(9999, 11, 29);

const isShown = (moment: number): boolean => moment >= earliest && moment <= latest;

/** What a point says of its scan, without what is no time and no day. */
function dated({ scanId, completedAt, date }: Dated): Dated {
  const isTime = completedAt !== null && isTimestamp(completedAt);
  const isDate = date !== null && isDay(date);
  return {
    scanId,
    completedAt: isTime && isShown(Date.parse(completedAt)) ? completedAt : null,
    date: isDate && isShown(Date.parse(date)) ? date : null,
  };
}

/** When a scan was; null where nothing says so. */
function timeOf(completedAt: string | null, date: string | null) {
  if (completedAt !== null) {
    const moment = Date.parse(completedAt);
    return { date: date ?? utcDay(moment), timed: true, moment };
  }
  if (date === null) return null;
  return { date, timed: false, moment: Date.parse(`${date}T12:00:00Z`) };
}

/** What a scan is looked for by: its id and its time, or its day where it has neither. */
const keysOf = ({ scanId, completedAt, date }: Dated): string[] =>
  scanId === null && completedAt === null
    ? [`day ${date}`]
    : [
        ...(scanId === null ? [] : [`scan ${scanId}`]),
        ...(completedAt === null ? [] : [`time ${completedAt}`]),
      ];

/** The scans that points speak of, each once. */
function createRows() {
  const rows: Row[] = [];
  const known = new Map<string, Row[]>();
  const rowsAt = (key: string): Row[] => {
    const at = known.get(key) ?? [];
    known.set(key, at);
    return at;
  };
  /** The row a series' point belongs to; null where the point says neither day nor time. */
  const rowOf = (given: Point, user: number): Row | null => {
    const point = dated(given);
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
        Object.assign(row, timeOf(row.completedAt, row.date));
      }
      for (const key of keysOf(row)) if (!before.includes(key)) rowsAt(key).push(row);
      return row;
    }
    const { scanId, completedAt, date } = point;
    const time = timeOf(completedAt, date);
    if (!time) return null;
    const made: Row = { scanId, completedAt, ...time, usedBy: -1, position: -1 };
    rows.push(made);
    for (const key of keys) rowsAt(key).push(made);
    return made;
  };
  return { rows, rowOf };
}

/** Keys, each made different from all others where it repeats: "k", "k (2)". */
function uniqueIds(keys: readonly string[]): string[] {
  const given = new Set(keys);
  const repeats = new Map<string, number>();
  const taken = new Set<string>();
  return keys.map((key) => {
    let id = key;
    // Goes on where the same key stopped: thousands of one key are no slower than as many of their own.
    for (let place = repeats.get(key) ?? 1; taken.has(id) || (id !== key && given.has(id)); ) {
      place += 1;
      repeats.set(key, place);
      id = `${key} (${place})`;
    }
    taken.add(id);
    return id;
  });
}

type Named = Omit<Series, 'points'>;

/** What was gathered of a series: a row and a value for each of its points. */
interface Gathered {
  named: Named;
  rows: (Row | null)[];
  values: number[];
}

function toColumn({ named, rows, values }: Gathered, id: string, size: number): SeriesColumn {
  const column = new Float64Array(size).fill(Number.NaN);
  const present = new Uint8Array(size);
  let points = 0;
  for (const [index, row] of rows.entries()) {
    if (!row) continue;
    column[row.position] = values[index] ?? Number.NaN;
    present[row.position] = 1;
    points += 1;
  }
  const { key, label, platform } = named;
  return {
    id,
    key,
    label: [label, platform?.name, key].find((text) => text?.trim()) ?? 'unnamed',
    values: column,
    present: points === size ? null : present,
  };
}

type Head = Pick<ReportColumns, 'metric' | 'groupBy' | 'brand' | 'filters'>;

/**
 * Gathers a report's points into columns, some at a time. They may come in any order, differ between series
 * and repeat: all are kept.
 */
export function createColumns() {
  const { rows, rowOf } = createRows();
  const gathered: Gathered[] = [];
  let unplaced = 0;
  return {
    /** Begins the report's next series. */
    begin(named: Named): void {
      gathered.push({ named, rows: [], values: [] });
    },
    /** Takes the next points of the series begun last. */
    take(points: readonly Point[]): void {
      const user = gathered.length - 1;
      const own = gathered[user];
      const previous = gathered[user - 1];
      for (const point of points) {
        // Series usually list the same scans in the same order: then no key need be made.
        const guess = previous?.rows[own?.rows.length ?? 0];
        const fits = guess && guess.usedBy !== user && isSameScan(guess, point);
        const row = fits ? guess : rowOf(point, user);
        if (row) row.usedBy = user;
        else unplaced += 1;
        own?.rows.push(row);
        own?.values.push(point.value ?? Number.NaN);
      }
    },
    /** Values that all columns together will hold. */
    cells: (): number => gathered.length * rows.length,
    finish(head: Head): ReportColumns {
      const sorted = rows.toSorted((a, b) => a.moment - b.moment);
      for (const [position, row] of sorted.entries()) row.position = position;
      const ids = uniqueIds(gathered.map(({ named }) => named.key));
      return {
        ...head,
        scans: sorted.map(({ scanId, date, timed, moment }) => ({ scanId, date, timed, moment })),
        series: gathered.map((each, index) => toColumn(each, ids[index] ?? '', sorted.length)),
        unplaced,
      };
    },
  };
}

const isSame = (one: Float64Array | Uint8Array | null, other: Float64Array | Uint8Array | null) =>
  one?.length === other?.length &&
  (one?.every((value, index) => Object.is(value, other?.[index])) ?? true);

/** The report with what it has in common with an earlier one shared, so that no change is seen where none is. */
export function sharing(
  earlier: ReportColumns | undefined,
  { series, ...rest }: ReportColumns,
): ReportColumns {
  return {
    ...rest,
    series: series.map((each, index) => {
      const before = earlier?.series[index];
      return before && isSame(before.values, each.values) && isSame(before.present, each.present)
        ? { ...each, values: before.values, present: before.present }
        : each;
    }),
  };
}
