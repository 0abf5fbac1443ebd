import * as v from 'valibot';
import type { Engine } from './engine.ts';
import { textsImport } from './schema.ts';
import { catalogueTables, importedTables, measuredTables } from './tables.ts';

/**
 * A step of an import. `begun`: before its first row. `written`: all rows are written, but not yet published.
 * `committed`: after publishing. `aborted`: it will certainly never be published. `swept`: its rows are removed.
 * `trimmed`: texts are about to be removed because of their age. `baseline` stands for all imports before the journal.
 */
type ImportEvent = 'baseline' | 'begun' | 'written' | 'committed' | 'aborted' | 'swept' | 'trimmed';

/** The number of rows by table. */
export type RowCounts = Readonly<Record<string, number>>;

const CountedRow = v.object({ name: v.string(), n: v.number() });
const toCounts = (rows: readonly v.InferOutput<typeof CountedRow>[]): RowCounts =>
  Object.fromEntries(rows.map(({ name, n }) => [name, n]));
const ImportRow = v.object({ import: v.number() });

/** The tables that imports write. */
const countedTables = ['imports', ...importedTables] as const;
type CountedTable = (typeof countedTables)[number];
/** The tables that imports wrote when the journal was introduced. */
const firstCountedTables = ['imports', ...catalogueTables, ...measuredTables] as const;

/** Selects site ID, scan number and the newest import of each scan, among rows that meet a condition. */
export const liveScans = (condition: string): string =>
  `(SELECT siteId, number, max(import) FROM scans WHERE ${condition} GROUP BY siteId, number)`;

const isCounted =
  'import IN (SELECT id FROM imports WHERE id <= {import:UInt64}) OR import = {import:UInt64}';

/** Like `liveScans`, with the import of each scan's rows in `texts`. */
const liveTexts = `(SELECT siteId, number, argMax(${textsImport}, import) FROM scans WHERE ${isCounted} GROUP BY siteId, number)`;

const liveRowsOf = (table: CountedTable): string => {
  const counted = (count: string, where: string) =>
    `SELECT '${table}' AS name, ${count} AS n FROM ${table} WHERE ${where}`;
  if (table === 'imports') return counted('count()', 'id < {import:UInt64}');
  if (table === 'answers' || table === 'tallies') {
    return counted('count()', `(siteId, scan, import) IN ${liveScans(isCounted)}`);
  }
  if (table === 'texts') return counted('count()', `(siteId, scan, import) IN ${liveTexts}`);
  return counted('uniqExact(id)', isCounted);
};

/**
 * Counts, by table, the rows that readers see once an import is published. Sweeping and merging do not change them.
 * @param id of a completely written import, or 0 for a store without imports.
 */
export async function countLiveRows(
  engine: Engine,
  id: number,
  among: readonly CountedTable[] = countedTables,
): Promise<RowCounts> {
  const statement = among.map(liveRowsOf).join(' UNION ALL ');
  const rows = await engine.inspect(CountedRow, statement, { import: id });
  return toCounts(rows);
}

const keyCounts = `SELECT 'keys' AS name, count() AS n FROM keys FINAL
  UNION ALL SELECT 'keys (revoked)' AS name, count() AS n FROM keys FINAL WHERE revokedAt IS NOT NULL`;
const noteCount = `SELECT 'notes' AS name, count() AS n FROM notes`;
/**
 * Counts rows from the engine's metadata: a tenant's call must not read other tenants' notes, not even to count them,
 * and stores of the first versions have no audit table.
 */
const rowsInParts = (table: string) => `SELECT '${table}' AS name, sum(rows) AS n FROM system.parts
  WHERE database = currentDatabase() AND table = '${table}' AND active`;

/** Counts keys, revoked keys, notes and audit records, none of which ever decrease. */
export async function countKeptRows(engine: Engine): Promise<RowCounts> {
  const rows = await engine.rows(
    CountedRow,
    `${keyCounts} UNION ALL ${noteCount} UNION ALL ${rowsInParts('audit')}`,
  );
  return toCounts(rows);
}

/** The highest recorded count by name. */
export async function readMaxKeptRows(engine: Engine): Promise<RowCounts> {
  const rows = await engine.rows(
    CountedRow,
    `SELECT name, max(n) AS n FROM (
       SELECT (arrayJoin(counts) AS counted).1 AS name, counted.2 AS n FROM journal
       WHERE event IN ('kept', 'baseline')) GROUP BY name`,
  );
  return toCounts(rows);
}

/** Records imports and row counts, so that lost rows are noticed. */
export class Journal {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #shouldCountRows: boolean;

  /**
   * @param now milliseconds since the epoch.
   * @param shouldCountRows whether rows are counted; not on a server, which checks its own tables.
   */
  constructor(engine: Engine, now: () => number, shouldCountRows: boolean) {
    this.#engine = engine;
    this.#now = now;
    this.#shouldCountRows = shouldCountRows;
  }

  async record(event: ImportEvent | 'kept', id: number, counts: RowCounts = {}): Promise<void> {
    await this.#engine.insert('journal', [{ import: id, event, counts, at: this.#now() }]);
  }

  /** Records that all rows of an import are written, and the number of rows. */
  async recordWritten(id: number): Promise<void> {
    await this.record(
      'written',
      id,
      this.#shouldCountRows ? await countLiveRows(this.#engine, id) : {},
    );
  }

  /**
   * Records the newest import as committed if the process ended before doing so. Without this record, nothing would
   * notice if that import were lost.
   */
  async completeCommit(): Promise<void> {
    const rows = await this.#engine.rows(
      ImportRow,
      `SELECT max(id) AS import FROM imports
       HAVING import IN (SELECT import FROM journal WHERE event = 'written')
         AND import NOT IN (SELECT import FROM journal WHERE event = 'committed')`,
    );
    for (const row of rows) await this.record('committed', row.import);
  }

  /**
   * Records how many rows there will be once texts before a UTC day (YYYY-MM-DD) are removed.
   * @param id of the newest import.
   */
  async recordTrimmed(id: number, day: string): Promise<void> {
    if (!this.#shouldCountRows) return;
    const rows = await this.#engine.inspect(
      CountedRow,
      `SELECT 'texts' AS name, count() AS n FROM texts
       WHERE (siteId, scan, import) IN ${liveTexts} AND day >= {day:Date}`,
      { import: id, day },
    );
    await this.record('trimmed', id, {
      ...(await countLiveRows(this.#engine, id)),
      ...toCounts(rows),
    });
  }

  /** Starts the journal of a store, which may already contain imports. */
  async recordBaseline(newest: number): Promise<void> {
    const counts = this.#shouldCountRows
      ? {
          ...(await countLiveRows(this.#engine, newest, firstCountedTables)),
          ...(await countKeptRows(this.#engine)),
        }
      : {};
    await this.record('baseline', newest, counts);
  }

  /** Records the number of keys, notes and audit records after a change. */
  async recordKeptRows(): Promise<void> {
    if (!this.#shouldCountRows) return;
    const rows = await this.#engine.rows(
      CountedRow,
      `${keyCounts} UNION ALL ${rowsInParts('notes')} UNION ALL ${rowsInParts('audit')}`,
    );
    await this.record('kept', 0, toCounts(rows));
  }

  /**
   * Imports that were certainly never committed, but may still have rows.
   * @param before an import ID; it and later imports may still be running.
   */
  async findAbandonedImports(before: number): Promise<readonly number[]> {
    const rows = await this.#engine.rows(
      ImportRow,
      `SELECT DISTINCT import FROM journal WHERE import < {before:UInt64}
         AND (event = 'aborted' OR event = 'begun' AND import NOT IN (
           SELECT import FROM journal WHERE event IN ('written', 'committed')))
         AND import NOT IN (SELECT import FROM journal WHERE event = 'swept')
         AND import NOT IN (SELECT id FROM imports)
       ORDER BY import`,
      { before },
    );
    return rows.map((row) => row.import);
  }
}
