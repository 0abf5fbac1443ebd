import { isDay, isTimestamp, longestName } from '../../contract/fields.ts';
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

/** What is known of a scan, in one spelling: ids in lower case, times in UTC. Null is not said. */
interface Said {
  id: string | null;
  time: string | null;
  day: string | null;
}

/** A scan that was told of. Until somebody says when it was, its moment is no number. */
interface Row extends ScanColumn {
  said: Said;
  /** The series that used this row last: a series uses a row once, so its duplicates stay apart. */
  usedBy: number;
  /** Among the report's scans, once all are known. */
  position: number;
}

/** Between these a year has four digits in every zone; a scan beyond them is one whose time nobody knows. */
const earliest = Date.UTC(1000, 0, 3);
const latest = Date.UTC(9999, 11, 29);

const isShown = (moment: number): boolean => moment >= earliest && moment <= latest;

/** What a point says of its scan, without what is no time and no day. */
function saidBy({ scanId, completedAt, date }: Point): Said {
  const moment =
    completedAt !== null && isTimestamp(completedAt) ? Date.parse(completedAt) : Number.NaN;
  const isDate = date !== null && isDay(date) && isShown(Date.parse(date));
  return {
    id: scanId?.toLowerCase() ?? null,
    time: isShown(moment) ? new Date(moment).toISOString() : null,
    day: isDate ? date : null,
  };
}

/** When a scan was, as far as it is said. */
function timeOf({ time, day }: Said) {
  if (time !== null) {
    const moment = Date.parse(time);
    return { date: day ?? utcDay(moment), timed: true, moment };
  }
  if (day === null) return { date: '', timed: false, moment: Number.NaN };
  return { date: day, timed: false, moment: Date.parse(`${day}T12:00:00Z`) };
}

const isSame = (one: Said, other: Said): boolean =>
  one.id === other.id && one.time === other.time && one.day === other.day;

const agrees = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** True where neither says anything that the other denies. */
const mayBeSame = (one: Said, other: Said): boolean =>
  agrees(one.id, other.id) && agrees(one.time, other.time) && agrees(one.day, other.day);

/** What a point says of its scan, word for word. */
const wordsOf = ({ scanId, completedAt, date }: Point): string =>
  `${scanId}\n${completedAt}\n${date}`;

/** As many rows are looked at for a point: past so many of one scan, its duplicates all stand apart. */
const mostAlike = 64;

/** What a scan is looked for by: its id and its time, or its day where it has neither. */
const keysOf = ({ id, time, day }: Said): string[] =>
  id === null && time === null
    ? [`day ${day}`]
    : [...(id === null ? [] : [`scan ${id}`]), ...(time === null ? [] : [`time ${time}`])];

/** The scans that points speak of, each once. */
function createRows() {
  const rows: Row[] = [];
  const known = new Map<string, Row[]>();
  /** Where a point belongs, by its words: mostly all series tell of a scan in the same. */
  const byWords = new Map<string, Row>();
  const rowsAt = (key: string): Row[] => {
    const at = known.get(key) ?? [];
    known.set(key, at);
    return at;
  };
  /** The row of a point whose words are new, or taken by the same series already. */
  const find = (point: Point, user: number): Row | null => {
    const said = saidBy(point);
    if (said.id === null && said.time === null && said.day === null) return null;
    const keys = keysOf(said);
    const alike = keys.flatMap((key) => rowsAt(key).slice(0, mostAlike));
    const free = alike.filter((row) => row.usedBy !== user);
    const row =
      free.find((each) => isSame(each.said, said)) ??
      free.find((each) => mayBeSame(each.said, said));
    if (row) {
      // What one series leaves out of a scan another one may say.
      const before = keysOf(row.said);
      row.scanId ??= point.scanId;
      row.said.id ??= said.id;
      row.said.time ??= said.time;
      row.said.day ??= said.day;
      Object.assign(row, timeOf(row.said));
      for (const key of keysOf(row.said)) if (!before.includes(key)) rowsAt(key).push(row);
      return row;
    }
    const { scanId } = point;
    const made: Row = { said, scanId, ...timeOf(said), usedBy: -1, position: -1 };
    rows.push(made);
    for (const key of keys) rowsAt(key).push(made);
    return made;
  };
  /** The row a series' point belongs to; null where the point says nothing of its scan. */
  const rowOf = (point: Point, user: number): Row | null => {
    const words = wordsOf(point);
    const known = byWords.get(words);
    const row = known && known.usedBy !== user ? known : find(point, user);
    if (row) {
      row.usedBy = user;
      if (!known) byWords.set(words, row);
    }
    return row;
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

const isPlaced = (row: Row | null): row is Row => row !== null && row.position >= 0;

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
    if (!isPlaced(row)) continue;
    column[row.position] = values[index] ?? Number.NaN;
    present[row.position] = 1;
    points += 1;
  }
  const { key, label, platform } = named;
  const names = [label, platform?.name, key.slice(0, longestName)];
  return {
    id,
    key,
    label: names.find((text) => text?.trim()) ?? 'unnamed',
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
  return {
    /** Begins the report's next series. */
    begin(named: Named): void {
      gathered.push({ named, rows: [], values: [] });
    },
    /** Takes the next points of the series begun last. */
    take(points: readonly Point[]): void {
      const user = gathered.length - 1;
      const own = gathered[user];
      for (const point of points) {
        own?.rows.push(rowOf(point, user));
        own?.values.push(point.value ?? Number.NaN);
      }
    },
    /** Values that all columns together will hold. */
    cells: (): number => gathered.length * rows.length,
    finish(head: Head): ReportColumns {
      const placed = rows.filter(({ moment }) => !Number.isNaN(moment));
      const sorted = placed.toSorted((a, b) => a.moment - b.moment);
      for (const [position, row] of sorted.entries()) row.position = position;
      const ids = uniqueIds(gathered.map(({ named }) => named.key));
      return {
        ...head,
        scans: sorted.map(({ scanId, date, timed, moment }) => ({ scanId, date, timed, moment })),
        series: gathered.map((each, index) => toColumn(each, ids[index] ?? '', sorted.length)),
        unplaced: gathered.reduce(
          (sum, each) => sum + each.rows.filter((row) => !isPlaced(row)).length,
          0,
        ),
      };
    },
  };
}

const holdsTheSame = (
  one: Float64Array | Uint8Array | null,
  other: Float64Array | Uint8Array | null,
) =>
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
      return before &&
        holdsTheSame(before.values, each.values) &&
        holdsTheSame(before.present, each.present)
        ? { ...each, values: before.values, present: before.present }
        : each;
    }),
  };
}
