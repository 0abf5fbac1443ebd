import { maxNameLength } from '../../contract/fields.ts';
import type { Point, Series } from '../../contract/resources.ts';
import type { ReportColumns, SeriesColumn } from './columns.ts';
import { type ScanRow, ScanRows } from './scan-rows.ts';
import { findBrandSeries } from './tracked-brand.ts';

/** Makes keys unique: a second "k" becomes "k (2)". */
function makeUniqueIds(keys: readonly string[]): string[] {
  const allKeys = new Set(keys);
  const lastNumbers = new Map<string, number>();
  const taken = new Set<string>();
  return keys.map((key) => {
    let id = key;
    // Continues from the key's last number, so that thousands of equal keys take linear time.
    for (let n = lastNumbers.get(key) ?? 1; taken.has(id) || (id !== key && allKeys.has(id)); ) {
      n += 1;
      lastNumbers.set(key, n);
      id = `${key} (${n})`;
    }
    taken.add(id);
    return id;
  });
}

const isPlaced = (row: ScanRow | null): row is ScanRow => row !== null && row.position >= 0;

type SeriesHead = Omit<Series, 'points'>;

/** A series being read: for each of its points, a value, and a row or null if the point does not identify its scan. */
interface SeriesRows {
  head: SeriesHead;
  rows: (ScanRow | null)[];
  values: number[];
}

function toColumn({ head, rows, values }: SeriesRows, id: string, size: number): SeriesColumn {
  const column = new Float64Array(size).fill(Number.NaN);
  const present = new Uint8Array(size);
  let pointCount = 0;
  for (const [index, row] of rows.entries()) {
    if (!isPlaced(row)) continue;
    column[row.position] = values[index] ?? Number.NaN;
    present[row.position] = 1;
    pointCount += 1;
  }
  const { key, label, platform } = head;
  const names = [label, platform?.name, key.slice(0, maxNameLength)];
  return {
    id,
    key,
    label: names.find((text) => text?.trim()) ?? 'unnamed',
    values: column,
    present: pointCount === size ? null : present,
  };
}

/** The parts of a report other than its series. */
export type ReportHead = Pick<
  ReportColumns,
  'metric' | 'groupBy' | 'brand' | 'isOfTrackedBrand' | 'filters' | 'more'
> & {
  /** Whether the request may leave the tracked brand out. */
  canLeaveOutBrand?: boolean;
};

/**
 * Collects a report's points into columns, in batches. The points of a series may be in any order, may repeat, and need
 * not match those of other series. All are kept, except those whose scan has neither a day nor a time.
 */
export function createColumnBuilder() {
  const scans = new ScanRows();
  const series: SeriesRows[] = [];
  return {
    /** Starts the next series. */
    startSeries(head: SeriesHead): void {
      series.push({ head, rows: [], values: [] });
    },
    /** Adds points to the current series. */
    addPoints(points: readonly Point[]): void {
      const last = series.length - 1;
      const current = series[last];
      for (const point of points) {
        current?.rows.push(scans.findOrAddRow(point, last));
        current?.values.push(point.value ?? Number.NaN);
      }
    },
    /**
     * Returns an upper bound on the number of values in all columns: also counts scans with neither a day nor a time.
     */
    countValues: (): number => series.length * scans.all.length,
    /** Sorts the scans and builds the columns. */
    finish({ canLeaveOutBrand = false, ...head }: ReportHead): ReportColumns {
      const placed = scans.all.filter(({ moment }) => !Number.isNaN(moment));
      const sorted = placed.toSorted((a, b) => a.moment - b.moment);
      for (const [position, row] of sorted.entries()) row.position = position;
      const ids = makeUniqueIds(series.map(({ head }) => head.key));
      const columns = series.map((rows, index) => toColumn(rows, ids[index] ?? '', sorted.length));
      const { groupBy, brand } = head;
      return {
        ...head,
        trackedId:
          findBrandSeries({ groupBy, series: columns }, brand, canLeaveOutBrand)?.id ?? null,
        scans: sorted.map(({ scanId, date, hasTime, moment }) => ({
          scanId,
          date,
          hasTime,
          moment,
        })),
        series: columns,
        unplaced: series.reduce(
          (sum, { rows }) => sum + rows.filter((row) => !isPlaced(row)).length,
          0,
        ),
      };
    },
  };
}
