import * as v from 'valibot';
import { msPerUtcDay, utcDay } from '../../../../contract/dates/days.ts';
import type { Engine, Params } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import { textsImport } from '../engine/schema.ts';
import {
  catalogueTables,
  type ImportedTable,
  importedTables,
  measuredTables,
} from '../engine/tables.ts';
import type { Journal } from '../integrity/journal.ts';

const CountRow = v.object({ n: v.number() });

/** How long replaced rows are kept after a commit, in milliseconds, since reads in progress may still use them. */
const replacedRowsKeptMs = 60_000;

/** How long claims are kept, in milliseconds: much longer than they are needed. */
const claimsKeptMs = msPerUtcDay;

const PartitionRow = v.object({ id: v.string() });
/** A sweep merges the parts of a year that has more parts than this, unless it has too many rows to merge quickly. */
const maxParts = 6;
const maxRowsToMerge = 50_000_000;

/** Merges parts that imports left behind, since each part costs every timeline a fraction of a millisecond. */
async function mergeParts(engine: Engine): Promise<void> {
  for (const table of measuredTables) {
    const partitions = await engine.rows(
      PartitionRow,
      `SELECT partition_id AS id FROM system.parts
       WHERE database = currentDatabase() AND table = {table:String} AND active
       GROUP BY partition_id HAVING count() > ${maxParts} AND sum(rows) < ${maxRowsToMerge}`,
      { table },
    );
    for (const { id } of partitions) {
      await engine.runLong(`OPTIMIZE TABLE ${table} PARTITION ID '${id}' FINAL`);
    }
  }
}

/** What removing rows needs. */
interface Removal {
  engine: Engine;
  layout: Layout;
  journal: Journal;
}

/**
 * Removes the rows of a table that meet a condition, if there are any.
 * @param where returns the condition; must name other tables with the function passed to it, since counting and
 * removing may need different names.
 * @returns whether there were any.
 */
async function removeWhere(
  { engine, layout, journal }: Removal,
  table: ImportedTable | 'claims',
  where: (nameOf: (table: string) => string) => string,
  params: Params = {},
): Promise<boolean> {
  const condition = where((name) => name);
  const count = `SELECT count() AS n FROM ${table} WHERE ${condition}`;
  const [matching] = await engine.rows(CountRow, count, params);
  if (!matching?.n) return false;
  if (table !== 'claims') await journal.recordRemoval(table, condition, params);
  await engine.runLong(
    `DELETE FROM ${layout.mutationTarget(table)} WHERE ${where(layout.storedName)}`,
    params,
  );
  return true;
}

/** Removes the texts and citations of answers from before a UTC day, but keeps their measurements. */
async function removeTexts(removal: Removal, day: string): Promise<void> {
  const { engine, layout } = removal;
  const oldCondition = 'day < {day:Date}';
  // Deleted rows stay in the files until this statement removes them.
  if (await removeWhere(removal, 'texts', () => oldCondition, { day }))
    await engine.runLong(`ALTER TABLE ${layout.mutationTarget('texts')} APPLY DELETED MASK`);
  const oldCitationsCondition = `${oldCondition} AND (notEmpty(domains) OR notEmpty(pages))`;
  const [matching] = await engine.rows(
    CountRow,
    `SELECT count() AS n FROM answers WHERE ${oldCitationsCondition}`,
    { day },
  );
  if (matching?.n) {
    const update = `ALTER TABLE ${layout.mutationTarget('answers')} UPDATE domains = [], pages = [] WHERE ${oldCitationsCondition}`;
    await engine.runLong(update, { day });
  }
}

interface SweepLimits {
  /**
   * The current time in milliseconds since the epoch, by this host's clock. `imports.committedAt` is by the clock of
   * the host that committed the import.
   */
  now: number;
  /** The age in milliseconds after which an import must have ended; 0 if none can be running. */
  abandonedAfterMs: number;
  /** The age in days after which texts and citations are removed; null to keep them. */
  answerDays: number | null;
}

/**
 * Removes rows of imports that the journal proves were never committed, rows replaced by a committed import, texts and
 * citations that are too old, and old claims; then merges parts if the layout requires it. Keeps rows of unknown
 * imports. May only be called on a store that has been checked, and while holding a `Turn`.
 */
export async function sweep(
  engine: Engine,
  layout: Layout,
  journal: Journal,
  { now, abandonedAfterMs, answerDays }: SweepLimits,
): Promise<void> {
  const removal = { engine, layout, journal };
  // An import's ID is roughly its start time in microseconds.
  const abandoned = await journal.findAbandonedImports((now - abandonedAfterMs) * 1000);
  if (abandoned.length > 0) {
    for (const table of importedTables) {
      await removeWhere(removal, table, () => `import IN (${abandoned.join()})`);
    }
    for (const id of abandoned) await journal.record('swept', id);
  }
  const settledImports = `SELECT id FROM imports WHERE committedAt < ${now - replacedRowsKeptMs}`;
  const selectReplaced = (table: string, columns: string) =>
    `SELECT ${columns} FROM (SELECT *, row_number() OVER (PARTITION BY id ORDER BY import DESC) AS age
       FROM ${table} WHERE import IN (${settledImports})) WHERE age > 1`;
  for (const table of measuredTables) {
    await removeWhere(
      removal,
      table,
      (nameOf) =>
        `(siteId, scan, import) IN (${selectReplaced(nameOf('scans'), 'siteId, number, import')})`,
    );
  }
  // Removes the texts of a replaced row in `scans`, unless the row that replaced it still refers to them.
  await removeWhere(
    removal,
    'texts',
    (nameOf) =>
      `(siteId, scan, import) IN (${selectReplaced(nameOf('scans'), `siteId, number, ${textsImport}`)})
       AND (siteId, scan, import) NOT IN (SELECT siteId, number, ${textsImport} FROM ${nameOf('scans')}
         WHERE import IN (SELECT id FROM imports) AND (id, import) NOT IN (${selectReplaced(nameOf('scans'), 'id, import')}))`,
  );
  for (const table of catalogueTables) {
    await removeWhere(
      removal,
      table,
      (nameOf) => `(id, import) IN (${selectReplaced(nameOf(table), 'id, import')})`,
    );
  }
  if (answerDays !== null) {
    await removeTexts(removal, utcDay(now - answerDays * msPerUtcDay));
  }
  await removeWhere(removal, 'claims', () => `at < ${now - claimsKeptMs}`);
  if (layout.shouldMergeParts) await mergeParts(engine);
}
