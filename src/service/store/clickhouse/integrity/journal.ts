import * as v from 'valibot';
import type { Engine } from '../engine/engine.ts';
import { type ImportedTable, importedTables } from '../engine/tables.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import { type RowCounts, toCounts } from './live-rows.ts';
import type { StoreMark } from './store-mark.ts';

/**
 * A step of an import. `begun`: no row is written yet. `written`: all rows are written, but not yet published.
 * `committed`: the import is published. `aborted`: the import will never be published. `swept`: its rows have been
 * removed.
 */
type ImportStep = 'begun' | 'written' | 'committed' | 'aborted' | 'swept';

/**
 * A row of the journal. Its `counts` are the least that the store must have from now on, until a later entry about the
 * same says otherwise:
 * - `rows` and `committed`: the rows with the import's ID, by table.
 * - `keys`: the newest version of keys, by their ID; 0 for a removed key.
 * - `kept`: the rows of tables that no import writes, by name.
 * Entries are numbered from 1 without gaps, so that a lost one is noticed; those of earlier versions have number 0.
 */
interface JournalEntry {
  event: ImportStep | 'rows' | 'keys' | 'kept';
  /** The import's ID; 0 for `keys` and `kept`. */
  import: number;
  counts?: RowCounts;
}

const CountedRow = v.object({ name: v.string(), n: v.number() });
const ImportRow = v.object({ import: v.number() });
const ImportCountRow = v.object({ import: v.number(), n: v.number() });
const NumberRow = v.object({ number: v.number() });

/** How often the counts of rows are recorded that are written all the time, in milliseconds. */
const keptRowsIntervalMs = 600_000;

/** Selects the number of rows with each import's ID, in one table. */
const selectRowsByImport = (table: ImportedTable | 'imports'): string =>
  table === 'imports'
    ? `SELECT 'imports' AS name, id AS import, count() AS n FROM imports GROUP BY id`
    : `SELECT '${table}' AS name, import, count() AS n FROM ${table} GROUP BY import`;

const RowsOfImport = v.object({ name: v.string(), import: v.number(), n: v.number() });
type RowsOfImport = v.InferOutput<typeof RowsOfImport>;

/** Counts the rows with each import's ID, by table. */
export const countRowsByImport = (engine: Engine): Promise<RowsOfImport[]> =>
  engine.inspect(
    RowsOfImport,
    (['imports', ...importedTables] as const).map(selectRowsByImport).join(' UNION ALL '),
  );

/** Selects the newest version of each key. */
export const selectKeyVersions = 'SELECT id AS name, max(version) AS n FROM keys GROUP BY id';

/**
 * Selects the numbers of rows from the engine's metadata, since a tenant's call must not read other tenants' notes, not
 * even to count them.
 */
const selectRowCountsFromMetadata = (tables: readonly string[]): string =>
  `SELECT name, assumeNotNull(total_rows) AS n FROM system.tables
   WHERE database = currentDatabase() AND name IN (${tables.map((table) => `'${table}'`).join(', ')})`;
/** Uses only get later, so that their sum, in seconds, decreases if the newest are lost. */
const selectKeyUses = `SELECT 'keyUses' AS name, uniqExact(id) AS n FROM keyUses
    WHERE id NOT IN {removed:Array(UUID)}
  UNION ALL SELECT 'keyUses (seconds)' AS name, sum(last) AS n
    FROM (SELECT intDiv(max(usedAt), 1000) AS last FROM keyUses WHERE id NOT IN {removed:Array(UUID)} GROUP BY id)`;
/** The tables that no import writes, and whose rows are counted. */
const keptTables = [
  'notes',
  'audit',
  'scanRequests',
  'scanPlans',
  'scanSteps',
  'questions',
  'formerOwners',
] as const;
/** Selects the number of rows of the tables that no import writes, by name; without the uses of the keys `{removed}`. */
export const selectKeptRows = (selectRowCounts: (tables: readonly string[]) => string): string =>
  `${selectRowCounts(keptTables)} UNION ALL ${selectKeyUses}`;

/** Records imports, and how many rows there must be, so that lost rows are noticed. */
export class Journal {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #mark: StoreMark | null;
  readonly #countsRows: boolean;
  readonly #appendQueue = new KeyedQueue();
  /** The number of the last entry; null until it has been read. */
  #lastNumber: number | null = null;
  #keptRowsRecordedAt = performance.now();
  #areKeptRowsDue = false;

  /**
   * @param options.now milliseconds since the epoch.
   * @param options.countsRows false with a ClickHouse server, which checks its own tables. Its entries have no numbers,
   * since several hosts write them.
   */
  constructor(
    engine: Engine,
    options: { now: () => number; countsRows: boolean; mark?: StoreMark | null },
  ) {
    this.#engine = engine;
    this.#now = options.now;
    this.#countsRows = options.countsRows;
    this.#mark = options.mark ?? null;
  }

  /** Records a step of an import. */
  record(step: ImportStep, id: number): Promise<void> {
    const counts = this.#countsRows && step === 'committed' ? { imports: 1 } : {};
    return this.#append([{ event: step, import: id, counts }]);
  }

  #append(entries: readonly JournalEntry[]): Promise<void> {
    return this.#inOrder(() => this.#write(entries));
  }

  /** Runs work that no other entry may interrupt. */
  #inOrder(work: () => Promise<void>): Promise<void> {
    return this.#appendQueue.run('journal', work);
  }

  async #write(entries: readonly JournalEntry[]): Promise<void> {
    const at = this.#now();
    const rows = entries.map(({ counts = {}, ...entry }) => ({ ...entry, counts, at }));
    if (!this.#countsRows) return this.#engine.insert('journal', rows);
    const last = this.#lastNumber ?? (await this.#readLastNumber());
    // Whether a failed statement has written anything is unknown, so the number is read again after it.
    this.#lastNumber = null;
    const numbered = rows.map((row, index) => ({ number: last + 1 + index, ...row }));
    await this.#engine.insert('journal', numbered);
    this.#lastNumber = last + rows.length;
    await this.#mark?.advance({ journalEntries: this.#lastNumber });
  }

  async #readLastNumber(): Promise<number> {
    const [row] = await this.#engine.rows(NumberRow, 'SELECT max(number) AS number FROM journal');
    return row?.number ?? 0;
  }

  /** Records that all rows of an import are written, and how many. */
  async recordWritten(id: number): Promise<void> {
    const written: JournalEntry = { event: 'written', import: id };
    if (!this.#countsRows) return this.#append([written]);
    const selectCount = (table: ImportedTable) =>
      `SELECT '${table}' AS name, count() AS n FROM ${table} WHERE import = {import:UInt64}`;
    const rows = await this.#engine.inspect(
      CountedRow,
      importedTables.map(selectCount).join(' UNION ALL '),
      { import: id },
    );
    await this.#append([{ event: 'rows', import: id, counts: toCounts(rows) }, written]);
  }

  /**
   * Records how many rows of each import will be left once those that meet a condition are removed from a table. Must
   * be awaited before they are removed, so that an interrupted removal is not taken for a loss.
   */
  async recordRemoval(
    table: ImportedTable,
    where: string,
    params: Record<string, unknown> = {},
  ): Promise<void> {
    if (!this.#countsRows) return;
    const rows = await this.#engine.inspect(
      ImportCountRow,
      `SELECT import, countIf(NOT (${where})) AS n FROM ${table} GROUP BY import HAVING n < count()`,
      params,
    );
    await this.#append(
      rows.map(({ import: id, n }) => ({ event: 'rows', import: id, counts: { [table]: n } })),
    );
  }

  /** Records versions of keys after they are written, by the keys' IDs. */
  async recordKeys(versions: RowCounts): Promise<void> {
    if (this.#countsRows) await this.#append([{ event: 'keys', import: 0, counts: versions }]);
  }

  /** Records the number of rows of `keptTables`, and of key uses, after a change. */
  async recordKeptRows(): Promise<void> {
    if (!this.#countsRows) return;
    this.#areKeptRowsDue = false;
    this.#keptRowsRecordedAt = performance.now();
    await this.#inOrder(async () => this.#write([await this.#countKeptRows([])]));
  }

  async #countKeptRows(removedKeys: readonly string[]): Promise<JournalEntry> {
    const rows = await this.#engine.rows(CountedRow, selectKeptRows(selectRowCountsFromMetadata), {
      removed: removedKeys,
    });
    return { event: 'kept', import: 0, counts: toCounts(rows) };
  }

  /** Records which keys are about to be removed, with their uses, and removes them before anything else is recorded. */
  async recordKeyRemoval(ids: readonly string[], remove: () => Promise<void>): Promise<void> {
    if (!this.#countsRows) return remove();
    await this.#inOrder(async () => {
      const counts = Object.fromEntries(ids.map((id) => [id, 0]));
      await this.#write([{ event: 'keys', import: 0, counts }, await this.#countKeptRows(ids)]);
      await remove();
    });
  }

  /**
   * Records how many rows will be left once those that meet a condition are removed, and removes them before anything
   * else is recorded. They must be removed from the files too, since other records count the rows in the files.
   */
  async recordRowRemoval(
    table: (typeof keptTables)[number],
    where: string,
    params: Record<string, unknown>,
    remove: () => Promise<void>,
  ): Promise<void> {
    if (!this.#countsRows) return remove();
    await this.#inOrder(async () => {
      const [left] = await this.#engine.inspect(
        CountedRow,
        `SELECT '${table}' AS name, countIf(NOT (${where})) AS n FROM ${table}`,
        params,
      );
      await this.#write([{ event: 'kept', import: 0, counts: toCounts(left ? [left] : []) }]);
      await remove();
    });
  }

  /**
   * Like `recordKeptRows`, for frequent changes: records only if the last record is older than an interval, and when the
   * journal closes.
   * @param intervalMs in milliseconds; by default, ten minutes.
   */
  async recordKeptRowsInTime(intervalMs = keptRowsIntervalMs): Promise<void> {
    this.#areKeptRowsDue = true;
    if (performance.now() - this.#keptRowsRecordedAt > intervalMs) await this.recordKeptRows();
  }

  /** Records the rows of a store whose journal has no counts by import yet. */
  async recordAllRows(): Promise<void> {
    if (!this.#countsRows) return;
    const rowsOfImports = Map.groupBy(await countRowsByImport(this.#engine), (row) => row.import);
    const versions = await this.#engine.rows(CountedRow, selectKeyVersions);
    await this.#append([
      ...[...rowsOfImports].map(
        ([id, rows]): JournalEntry => ({ event: 'rows', import: id, counts: toCounts(rows) }),
      ),
      { event: 'keys', import: 0, counts: toCounts(versions) },
    ]);
    await this.recordKeptRows();
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

  /** Records what is still to be recorded. */
  async close(): Promise<void> {
    if (this.#areKeptRowsDue) await this.recordKeptRows().catch(() => {});
  }
}
