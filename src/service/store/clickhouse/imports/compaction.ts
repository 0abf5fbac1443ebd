import * as v from 'valibot';
import { msPerUtcDay, utcDay } from '../../../../contract/dates/days.ts';
import { catalogueRecords, catalogueTables } from '../../../records/catalogue.ts';
import type { Engine, Params } from '../engine/engine.ts';
import { selectRemoved, textsImport } from '../engine/schema.ts';
import { type ImportedTable, importedTables, measuredTables } from '../engine/tables.ts';
import { removeTextsOfRemovedScans } from '../ledger/removed-scans.ts';
import {
  CountRow,
  cleanFiles,
  countTombstones,
  finishHiding,
  type RemovalContext,
  removeNotes,
  removeOldNoteRows,
  revokeEnded,
} from './removal.ts';

const IdRow = v.object({ id: v.string() });

/** How long replaced rows are kept after a commit, in milliseconds, since reads in progress may still use them. */
export const replacedRowsKeptMs = 60_000;

/** How long claims are kept, in milliseconds: much longer than they are needed. */
const claimsKeptMs = msPerUtcDay;

/** A compaction merges the parts of a year that has more parts than this, unless it has too many rows to merge quickly. */
const maxParts = 6;
const maxRowsToMerge = 50_000_000;

/** Merges parts that imports left behind, since each part costs every timeline a fraction of a millisecond. */
async function mergeParts(engine: Engine): Promise<void> {
  for (const table of measuredTables) {
    const partitions = await engine.rows(
      IdRow,
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

/**
 * Removes the rows of a table that meet a condition, if there are any.
 * @param where returns the condition; must name other tables with the function passed to it, since counting and
 * removing may need different names.
 * @returns whether there were any.
 */
async function removeWhere(
  { engine, layout, journal }: RemovalContext,
  table: ImportedTable | 'claims' | 'runnerClaims',
  where: (nameOf: (table: string) => string) => string,
  params: Params = {},
): Promise<boolean> {
  const condition = where((name) => name);
  const count = `SELECT count() AS n FROM ${table} WHERE ${condition}`;
  const [matching] = await engine.rows(CountRow, count, params);
  if (!matching?.n) return false;
  if (table !== 'claims' && table !== 'runnerClaims')
    await journal.recordRemoval(table, condition, params);
  await engine.runLong(
    `DELETE FROM ${layout.mutationTarget(table)} WHERE ${where(layout.storedName)}`,
    params,
  );
  return true;
}

const FirstHeartbeatRow = v.object({ id: v.string(), first: v.number() });

/**
 * Removes heartbeats of runners from before an instant, except for the first of each runner that is still alive, which
 * has its place in the queue.
 */
async function removeOldHeartbeats(removal: RemovalContext, before: number): Promise<void> {
  const alive = await removal.engine.rows(
    FirstHeartbeatRow,
    `SELECT id, min(at) AS first FROM runnerClaims GROUP BY id HAVING max(at) >= ${before}`,
  );
  await removeWhere(
    removal,
    'runnerClaims',
    () =>
      `at < ${before} AND NOT has(arrayZip({ids:Array(UUID)}, {firsts:Array(Int64)}), (id, at))`,
    { ids: alive.map(({ id }) => id), firsts: alive.map(({ first }) => first) },
  );
}

/** Removes the texts and citations of answers from before a UTC day, but keeps their measurements. */
async function removeTexts(removal: RemovalContext, day: string): Promise<void> {
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

/**
 * Removes what is left of removed records, also from the files: rows of imports that were never published, shares and
 * feeds, and rows that were deleted but are still in the files; and then the rows that hide the records. Their other rows
 * are already removed, since those that hide them have replaced them.
 * @param settledImports selects the imports whose removals no read in progress can have missed.
 */
async function removeForGood(removal: RemovalContext, settledImports: string): Promise<void> {
  const { engine, layout, journal, keys } = removal;
  const settled = `import IN (${settledImports})`;
  const removedIn = (table: string, columns = 'id') => selectRemoved(table, columns, settled);
  for (const table of [...measuredTables, 'texts'] as const) {
    await removeWhere(
      removal,
      table,
      (nameOf) => `siteId IN (${removedIn('sites')})
        OR (siteId, scan) IN (${removedIn(nameOf('scans'), 'siteId, number')})`,
    );
  }
  for (const table of catalogueTables) {
    const ownerCondition =
      catalogueRecords[table].owner === 'siteId'
        ? `siteId IN (${removedIn('sites')})`
        : `${catalogueRecords[table].owner} IN (${removedIn('accounts')})`;
    await removeWhere(
      removal,
      table,
      (nameOf) => `NOT removed AND (id IN (${removedIn(nameOf(table))}) OR ${ownerCondition})`,
    );
  }
  const sites = await engine.rows(
    IdRow,
    `SELECT DISTINCT id FROM sites WHERE removed AND ${settled}`,
  );
  await keys.removeSharesOf(new Set(sites.map(({ id }) => id)), layout, (ids, remove) =>
    journal.recordKeyRemoval(ids, remove),
  );
  await cleanFiles(removal);
  for (const table of catalogueTables)
    await removeWhere(removal, table, () => `removed AND ${settled}`);
}

interface CompactionLimits {
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
 * Revokes what gives access only to removed records or archived sites. Removes rows of imports that the journal proves
 * were never committed, rows replaced by a committed import, texts and citations that are too old, removed records, texts
 * of removed scans, earlier texts of notes, and old claims; then merges parts if the layout requires it. Keeps rows of
 * unknown imports that have nothing to do with a removed record. May only be called on a store that has been checked, and
 * while holding a `HeldLock`.
 * @returns whether records were removed so recently that another compaction must remove their rows.
 */
export async function compact(
  removal: RemovalContext,
  { now, abandonedAfterMs, answerDays }: CompactionLimits,
): Promise<boolean> {
  const { engine, layout, journal } = removal;
  // An import's ID is roughly its start time in microseconds.
  const abandoned = await journal.findAbandonedImports((now - abandonedAfterMs) * 1000);
  if (abandoned.length > 0) {
    for (const table of importedTables) {
      await removeWhere(removal, table, () => `import IN (${abandoned.join()})`);
    }
    await removeNotes(removal, () => `import IN (${abandoned.join()})`);
    for (const id of abandoned) await journal.record('swept', id);
  }
  const settledImports = `SELECT id FROM imports WHERE committedAt < ${now - replacedRowsKeptMs}`;
  const tombstones = await countTombstones(engine, settledImports);
  if (tombstones.all > 0) await finishHiding(removal);
  else await revokeEnded(removal);
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
      // Rows that hide a record go last.
      (nameOf) =>
        `NOT removed AND (id, import) IN (${selectReplaced(nameOf(table), 'id, import')})`,
    );
  }
  if (tombstones.settled > 0) await removeForGood(removal, settledImports);
  if (answerDays !== null) {
    await removeTexts(removal, utcDay(now - answerDays * msPerUtcDay));
  }
  await removeTextsOfRemovedScans(removal);
  await removeOldNoteRows(removal);
  await removeWhere(removal, 'claims', () => `at < ${now - claimsKeptMs}`);
  await removeOldHeartbeats(removal, now - claimsKeptMs);
  if (layout.shouldMergeParts) await mergeParts(engine);
  return tombstones.all > tombstones.settled;
}
