import type { Point } from '../../contract/resources.ts';
import type { ReportScan } from './columns.ts';
import {
  cluesOf,
  hasClues,
  hasSameClues,
  lookupKeysOf,
  mayBeSameScan,
  type ScanClues,
  timeOf,
} from './scan-clues.ts';

/** A scan of the report. `moment` is NaN until a point supplies a time or a day. */
export interface ScanRow extends ReportScan {
  clues: ScanClues;
  /**
   * The index of the last series that used this row; -1 if none has. A series uses each row only once, so that its
   * duplicate points stay separate.
   */
  usedBy: number;
  /** Its index among the report's sorted scans; -1 until they are sorted, and for a scan without a time or a day. */
  position: number;
}

/** The maximum number of rows compared with a point per lookup key; beyond that, a scan may get several rows. */
const maxComparedRows = 64;

/** The point's clues, unparsed, as one string. */
const textOf = ({ scanId, completedAt, date }: Point): string =>
  `${scanId}\n${completedAt}\n${date}`;

/** A report's scans without duplicates, found by their points' clues. */
export class ScanRows {
  readonly all: ScanRow[] = [];
  readonly #byKey = new Map<string, ScanRow[]>();
  /** Rows by their points' unparsed clues: most series write a scan's clues the same way. */
  readonly #byText = new Map<string, ScanRow>();

  /** Finds or adds the row of a series' point; null if the point has no clues. */
  findOrAddRow(point: Point, seriesIndex: number): ScanRow | null {
    const text = textOf(point);
    const known = this.#byText.get(text);
    const row = known && known.usedBy !== seriesIndex ? known : this.#findOrAdd(point, seriesIndex);
    if (row) {
      row.usedBy = seriesIndex;
      if (!known) this.#byText.set(text, row);
    }
    return row;
  }

  /** Finds or adds the row of a point whose text is new, or whose known row was last used by the same series. */
  #findOrAdd(point: Point, seriesIndex: number): ScanRow | null {
    const clues = cluesOf(point);
    if (!hasClues(clues)) return null;
    const candidates = lookupKeysOf(clues).flatMap((key) =>
      this.#rowsAt(key).slice(0, maxComparedRows),
    );
    const unusedRows = candidates.filter((row) => row.usedBy !== seriesIndex);
    const row =
      unusedRows.find((candidate) => hasSameClues(candidate.clues, clues)) ??
      unusedRows.find((candidate) => mayBeSameScan(candidate.clues, clues));
    if (row) this.#addClues(row, point, clues);
    return row ?? this.#add(point, clues);
  }

  /** Fills in clues that earlier series left out. */
  #addClues(row: ScanRow, point: Point, clues: ScanClues): void {
    const earlierKeys = lookupKeysOf(row.clues);
    row.scanId ??= point.scanId;
    row.clues.id ??= clues.id;
    row.clues.time ??= clues.time;
    row.clues.day ??= clues.day;
    Object.assign(row, timeOf(row.clues));
    for (const key of lookupKeysOf(row.clues)) {
      if (!earlierKeys.includes(key)) this.#rowsAt(key).push(row);
    }
  }

  #add({ scanId }: Point, clues: ScanClues): ScanRow {
    const row: ScanRow = { clues, scanId, ...timeOf(clues), usedBy: -1, position: -1 };
    this.all.push(row);
    for (const key of lookupKeysOf(clues)) this.#rowsAt(key).push(row);
    return row;
  }

  #rowsAt(key: string): ScanRow[] {
    const rows = this.#byKey.get(key) ?? [];
    this.#byKey.set(key, rows);
    return rows;
  }
}
