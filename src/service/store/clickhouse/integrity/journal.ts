import * as v from 'valibot';
import type { Engine } from '../engine/engine.ts';
import { textsImport } from '../engine/schema.ts';
import { catalogueTables, importedTables, measuredTables } from '../engine/tables.ts';

/**
 * A step of an import. `begun`: no row is written yet. `written`: all rows are written, but not yet published.
 * `committed`: the import is published. `aborted`: the import will never be published. `swept`: its rows have been
 * removed. `trimmed`: texts are about to be removed because of their age. `baseline` stands for all imports before the
 * journal.
 */
type ImportEvent = 'baseline' | 'begun' | 'written' | 'committed' | 'aborted' | 'swept' | 'trimmed';

/** The number of rows by table; `keys (revoked)` counts a part of `keys`. */
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

/** Selects the site ID, the number and the newest import of each scan, among the rows that meet a condition. */
export const selectLiveScans = (condition: string): string =>
  `(SELECT siteId, number, max(import) FROM scans WHERE ${condition} GROUP BY siteId, number)`;

const countedCondition =
  'import IN (SELECT id FROM imports WHERE id <= {import:UInt64}) OR import = {import:UInt64}';

/** Like `selectLiveScans`, with the import of each scan's rows in `texts`. */
const liveTexts = `(SELECT siteId, number, argMax(${textsImport}, import) FROM scans WHERE ${countedCondition} GROUP BY siteId, number)`;

const selectLiveRowCount = (table: CountedTable): string => {
  const selectCount = (count: string, where: string) =>
    `SELECT '${table}' AS name, ${count} AS n FROM ${table} WHERE ${where}`;
  if (table === 'imports') return selectCount('count()', 'id < {import:UInt64}');
  if (table === 'answers' || table === 'tallies') {
    return selectCount('count()', `(siteId, scan, import) IN ${selectLiveScans(countedCondition)}`);
  }
  if (table === 'texts') return selectCount('count()', `(siteId, scan, import) IN ${liveTexts}`);
  return selectCount('uniqExact(id)', countedCondition);
};

/**
 * Counts, by table, the rows that readers see once an import is published. Sweeping and merging do not change these
 * counts.
 * @param id the ID of a completely written import; 0 for a store without imports.
 */
export async function countLiveRows(
  engine: Engine,
  id: number,
  tables: readonly CountedTable[] = countedTables,
): Promise<RowCounts> {
  const statement = tables.map(selectLiveRowCount).join(' UNION ALL ');
  const rows = await engine.inspect(CountedRow, statement, { import: id });
  return toCounts(rows);
}

const selectKeyCounts = `SELECT 'keys' AS name, count() AS n FROM keys FINAL
  UNION ALL SELECT 'keys (revoked)' AS name, count() AS n FROM keys FINAL WHERE revokedAt IS NOT NULL`;
const selectNoteCount = `SELECT 'notes' AS name, count() AS n FROM notes`;
/**
 * Selects the number of rows from the engine's metadata, since a tenant's call must not read other tenants' notes, not
 * even to count them, and stores of the first versions have no audit table.
 */
const selectRowCountFromParts = (
  table: string,
) => `SELECT '${table}' AS name, sum(rows) AS n FROM system.parts
  WHERE database = currentDatabase() AND table = '${table}' AND active`;

/** Counts keys, revoked keys, notes and audit records, whose numbers never decrease. */
export async function countPermanentRows(engine: Engine): Promise<RowCounts> {
  const rows = await engine.rows(
    CountedRow,
    `${selectKeyCounts} UNION ALL ${selectNoteCount} UNION ALL ${selectRowCountFromParts('audit')}`,
  );
  return toCounts(rows);
}

/** Reads the highest count of permanent rows that the journal has recorded, by name. */
export async function readMaxPermanentRows(engine: Engine): Promise<RowCounts> {
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
   * @param shouldCountRows whether to count rows; false with a ClickHouse server, which checks its own tables.
   */
  constructor(engine: Engine, now: () => number, shouldCountRows: boolean) {
    this.#engine = engine;
    this.#now = now;
    this.#shouldCountRows = shouldCountRows;
  }

  /** @param event the step of the import, or `kept` for a count of permanent rows, whose `id` is 0. */
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
   * Records the newest import as committed if the process ended before it could. Without this record, no check would
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
   * @param id the ID of the newest import.
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

  /**
   * Starts the journal of a store, which may already contain imports.
   * @param newest the ID of the newest import; 0 for a store without imports.
   */
  async recordBaseline(newest: number): Promise<void> {
    const counts = this.#shouldCountRows
      ? {
          ...(await countLiveRows(this.#engine, newest, firstCountedTables)),
          ...(await countPermanentRows(this.#engine)),
        }
      : {};
    await this.record('baseline', newest, counts);
  }

  /** Records the number of keys, notes and audit records after a change. */
  async recordPermanentRows(): Promise<void> {
    if (!this.#shouldCountRows) return;
    const rows = await this.#engine.rows(
      CountedRow,
      `${selectKeyCounts} UNION ALL ${selectRowCountFromParts('notes')} UNION ALL ${selectRowCountFromParts('audit')}`,
    );
    await this.record('kept', 0, toCounts(rows));
  }

  /**
   * Finds imports that were certainly never committed, but may still have rows.
   * @param before an import ID: the imports with this ID and later ones may still be running.
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
