import * as v from 'valibot';
import { readNewestImport } from './data-versions.ts';
import type { Engine } from './engine.ts';
import type { Journal } from './journal.ts';
import type { Layout } from './layout.ts';
import { textsImport } from './schema.ts';
import { catalogueTables, importedTables, measuredTables } from './tables.ts';

const CountRow = v.object({ n: v.number() });

/** How long replaced rows are kept after a commit, since readers may still use them. */
const replacedRowsKeptMs = 60_000;

const dayMs = 24 * 3_600_000;
const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10);
/** How long claims are kept, in milliseconds: much longer than they are needed. */
const claimsKeptMs = dayMs;

const PartitionRow = v.object({ id: v.string() });
/** A sweep merges a year with more parts than this, unless it has too many rows to merge quickly. */
const maxParts = 6;
const maxRowsToMerge = 50_000_000;

/** Merges parts that imports left, since each part costs every timeline a fraction of a millisecond. */
async function mergeParts(engine: Engine): Promise<void> {
  for (const table of measuredTables) {
    const scattered = await engine.rows(
      PartitionRow,
      `SELECT partition_id AS id FROM system.parts
       WHERE database = currentDatabase() AND table = {table:String} AND active
       GROUP BY partition_id HAVING count() > ${maxParts} AND sum(rows) < ${maxRowsToMerge}`,
      { table },
    );
    for (const { id } of scattered) {
      await engine.runLong(`OPTIMIZE TABLE ${table} PARTITION ID '${id}' FINAL`);
    }
  }
}

async function removeWhere(
  engine: Engine,
  layout: Layout,
  table: string,
  where: (name: (table: string) => string) => string,
): Promise<void> {
  const count = `SELECT count() AS n FROM ${table} WHERE ${where((name) => name)}`;
  const [found] = await engine.rows(CountRow, count);
  if (!found?.n) return;
  await engine.runLong(
    `DELETE FROM ${layout.mutationTarget(table)} WHERE ${where(layout.storedName)}`,
  );
}

/** Removes texts and citations of answers before a UTC day, but keeps their measurements. */
async function removeTexts(
  engine: Engine,
  layout: Layout,
  journal: Journal,
  day: string,
): Promise<void> {
  const before = 'day < {day:Date}';
  const count = async (table: string, where: string) =>
    (await engine.rows(CountRow, `SELECT count() AS n FROM ${table} WHERE ${where}`, { day }))[0]
      ?.n;
  if (await count('texts', before)) {
    await journal.recordTrimmed(await readNewestImport(engine), day);
    await engine.runLong(`DELETE FROM ${layout.mutationTarget('texts')} WHERE ${before}`, { day });
    // Deleted rows stay in the files until this statement removes them.
    await engine.runLong(`ALTER TABLE ${layout.mutationTarget('texts')} APPLY DELETED MASK`);
  }
  const hasDomains = `${before} AND notEmpty(domains)`;
  if (await count('answers', hasDomains)) {
    const update = `ALTER TABLE ${layout.mutationTarget('answers')} UPDATE domains = [] WHERE ${hasDomains}`;
    await engine.runLong(update, { day });
  }
}

interface SweepLimits {
  /** The current time in milliseconds since the epoch, by this host's clock, which also sets `imports.committedAt`. */
  now: number;
  /** Age after which an import must have ended; 0 if none can be running. */
  abandonedAfterMs: number;
  /** Age in days after which texts and citations are removed; null to keep them. */
  answerDays: number | null;
}

/**
 * Removes rows of imports that the journal proves were never committed, rows replaced by a committed import, texts and
 * citations that are too old, and old claims; then merges parts. Keeps rows of unknown imports. Only for a store that
 * has been checked, and while no import runs.
 */
export async function sweep(
  engine: Engine,
  layout: Layout,
  journal: Journal,
  { now, abandonedAfterMs, answerDays }: SweepLimits,
): Promise<void> {
  // An import's ID is its start time in microseconds.
  const abandoned = await journal.findAbandonedImports((now - abandonedAfterMs) * 1000);
  if (abandoned.length > 0) {
    for (const table of importedTables) {
      await removeWhere(engine, layout, table, () => `import IN (${abandoned.join()})`);
    }
    for (const id of abandoned) await journal.record('swept', id);
  }
  const settled = `SELECT id FROM imports WHERE committedAt < ${now - replacedRowsKeptMs}`;
  const replaced = (table: string, columns: string) =>
    `SELECT ${columns} FROM (SELECT *, row_number() OVER (PARTITION BY id ORDER BY import DESC) AS age
       FROM ${table} WHERE import IN (${settled})) WHERE age > 1`;
  for (const table of measuredTables) {
    await removeWhere(
      engine,
      layout,
      table,
      (name) => `(siteId, scan, import) IN (${replaced(name('scans'), 'siteId, number, import')})`,
    );
  }
  // Texts of a replaced row in `scans`, unless the row that replaced it still refers to them.
  await removeWhere(
    engine,
    layout,
    'texts',
    (name) =>
      `(siteId, scan, import) IN (${replaced(name('scans'), `siteId, number, ${textsImport}`)})
       AND (siteId, scan, import) NOT IN (SELECT siteId, number, ${textsImport} FROM ${name('scans')}
         WHERE import IN (SELECT id FROM imports) AND (id, import) NOT IN (${replaced(name('scans'), 'id, import')}))`,
  );
  for (const table of catalogueTables) {
    await removeWhere(
      engine,
      layout,
      table,
      (name) => `(id, import) IN (${replaced(name(table), 'id, import')})`,
    );
  }
  if (answerDays !== null) {
    await removeTexts(engine, layout, journal, utcDay(now - answerDays * dayMs));
  }
  await removeWhere(engine, layout, 'claims', () => `at < ${now - claimsKeptMs}`);
  if (layout.shouldMergeParts) await mergeParts(engine);
}
