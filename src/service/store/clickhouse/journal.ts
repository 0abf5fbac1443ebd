import * as v from 'valibot';
import type { Engine } from './engine.ts';
import { catalogueTables, measuredTables } from './tables.ts';

/**
 * What became of an import. `begun` before its first row; `written` once every row of it is there, which is
 * before it is published; `committed` after that; `aborted` when it is certain that it never will be;
 * `swept` once its rows are gone. `baseline` stands for every import older than the journal.
 */
type ImportEvent = 'baseline' | 'begun' | 'written' | 'committed' | 'aborted' | 'swept';

/** Rows by table. */
export type RowCounts = Readonly<Record<string, number>>;

const CountedRow = v.object({ name: v.string(), n: v.number() });
const toCounts = (rows: readonly v.InferOutput<typeof CountedRow>[]): RowCounts =>
  Object.fromEntries(rows.map(({ name, n }) => [name, n]));
const ImportRow = v.object({ import: v.number() });

/** The tables that imports write, whose rows are counted. */
const countedTables = ['imports', ...catalogueTables, ...measuredTables] as const;

/** As in `SELECT siteId, number, import`: each scan's newest import, of those that a condition takes. */
export const liveScans = (condition: string): string =>
  `(SELECT siteId, number, max(import) FROM scans WHERE ${condition} GROUP BY siteId, number)`;

const isCounted =
  'import IN (SELECT id FROM imports WHERE id <= {import:UInt64}) OR import = {import:UInt64}';

const liveRowsOf = (table: (typeof countedTables)[number]): string => {
  const counted = (count: string, where: string) =>
    `SELECT '${table}' AS name, ${count} AS n FROM ${table} WHERE ${where}`;
  if (table === 'imports') return counted('count()', 'id < {import:UInt64}');
  if (table === 'answers' || table === 'tallies') {
    return counted('count()', `(siteId, scan, import) IN ${liveScans(isCounted)}`);
  }
  return counted('uniqExact(id)', isCounted);
};

/**
 * How many rows of each table readers see once the import is published: neither sweeping nor merging changes it.
 * @param id of an import whose rows are all written, or 0 for a store without any.
 */
export async function countLiveRows(engine: Engine, id: number): Promise<RowCounts> {
  const statement = countedTables.map(liveRowsOf).join(' UNION ALL ');
  const rows = await engine.inspect(CountedRow, statement, { import: id });
  return toCounts(rows);
}

const keptKeys = `SELECT 'keys' AS name, count() AS n FROM keys FINAL
  UNION ALL SELECT 'keys (revoked)' AS name, count() AS n FROM keys FINAL WHERE revokedAt IS NOT NULL`;
const readNotes = `SELECT 'notes' AS name, count() AS n FROM notes`;
/**
 * By what the engine knows of the table: no call of a tenant reads the notes of others, not even to count them, and the
 * first migrations know no audit trail.
 */
const known = (table: string) => `SELECT '${table}' AS name, sum(rows) AS n FROM system.parts
  WHERE database = currentDatabase() AND table = '${table}' AND active`;

/** How many keys, revoked keys, notes and lines of the audit trail there are, none of which ever become fewer. */
export async function countKeptRows(engine: Engine): Promise<RowCounts> {
  const rows = await engine.rows(
    CountedRow,
    `${keptKeys} UNION ALL ${readNotes} UNION ALL ${known('audit')}`,
  );
  return toCounts(rows);
}

/** The highest recorded count of each. */
export async function mostKeptRows(engine: Engine): Promise<RowCounts> {
  const rows = await engine.rows(
    CountedRow,
    `SELECT name, max(n) AS n FROM (
       SELECT (arrayJoin(counts) AS counted).1 AS name, counted.2 AS n FROM journal
       WHERE event IN ('kept', 'baseline')) GROUP BY name`,
  );
  return toCounts(rows);
}

/** A record of imports and row counts kept beside the tables, by which their loss is noticed. */
export class Journal {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #counts: boolean;

  /**
   * @param now milliseconds since the epoch.
   * @param counts whether rows are counted: not on a server, which looks after its own tables.
   */
  constructor(engine: Engine, now: () => number, counts: boolean) {
    this.#engine = engine;
    this.#now = now;
    this.#counts = counts;
  }

  async record(event: ImportEvent | 'kept', id: number, counts: RowCounts = {}): Promise<void> {
    await this.#engine.insert('journal', [{ import: id, event, counts, at: this.#now() }]);
  }

  /** Records that every row of an import is there, and how many there are by now. */
  async written(id: number): Promise<void> {
    await this.record('written', id, this.#counts ? await countLiveRows(this.#engine, id) : {});
  }

  /**
   * Records the newest import as committed where a death has kept it from being recorded, so that its loss is noticed
   * from now on.
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

  /** Records where the journal begins in a store that has been in use. */
  async baseline(newest: number): Promise<void> {
    const counts = this.#counts
      ? { ...(await countLiveRows(this.#engine, newest)), ...(await countKeptRows(this.#engine)) }
      : {};
    await this.record('baseline', newest, counts);
  }

  /** Records how many keys, notes and lines of the audit trail there are, after a change. */
  async kept(): Promise<void> {
    if (!this.#counts) return;
    const rows = await this.#engine.rows(
      CountedRow,
      `${keptKeys} UNION ALL ${known('notes')} UNION ALL ${known('audit')}`,
    );
    await this.record('kept', 0, toCounts(rows));
  }

  /**
   * Imports that certainly never committed and whose rows may still be there.
   * @param before imports from this one on may still be running.
   */
  async abandoned(before: number): Promise<readonly number[]> {
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
