import * as v from 'valibot';
import type { Engine } from './engine.ts';

const CountRow = v.object({ n: v.number() });

/** Rows that readers may still be using: an import's predecessors are kept this long after its commit. */
const readersFinishWithinMs = 60_000;

const catalogueTables = [
  'accounts',
  'clients',
  'sites',
  'brands',
  'prompts',
  'recommendations',
  'scans',
];

const measured = ['answers', 'tallies'];

const PartitionRow = v.object({ id: v.string() });
/** A year in more parts than this is merged after an import, unless merging would take minutes. */
const partsAtMost = 6;
const rowsWorthMerging = 50_000_000;

/** Merges what an import left in many parts: each part costs every timeline a fraction of a millisecond. */
async function mergeParts(engine: Engine): Promise<void> {
  for (const table of measured) {
    const scattered = await engine.rows(
      PartitionRow,
      `SELECT partition_id AS id FROM system.parts
       WHERE database = currentDatabase() AND table = {table:String} AND active
       GROUP BY partition_id HAVING count() > ${partsAtMost} AND sum(rows) < ${rowsWorthMerging}`,
      { table },
    );
    for (const { id } of scattered) {
      await engine.run(`OPTIMIZE TABLE ${table} PARTITION ID '${id}' FINAL`);
    }
  }
}

async function removeWhere(engine: Engine, table: string, where: string): Promise<void> {
  const [found] = await engine.rows(CountRow, `SELECT count() AS n FROM ${table} WHERE ${where}`);
  if (found && found.n > 0) await engine.run(`DELETE FROM ${table} WHERE ${where}`);
}

/**
 * Removes rows that no reader can see, of imports that never committed and rows since replaced, and merges parts.
 * Only while no import runs.
 * @param now milliseconds since the epoch, by the clock that wrote `imports.committedAt`.
 */
export async function sweep(engine: Engine, now: number): Promise<void> {
  const committed = 'SELECT id FROM imports';
  for (const table of [...measured, ...catalogueTables]) {
    await removeWhere(engine, table, `import NOT IN (${committed})`);
  }
  const settled = `SELECT id FROM imports WHERE committedAt < ${now - readersFinishWithinMs}`;
  const replaced = (table: string, columns: string) =>
    `SELECT ${columns} FROM (SELECT *, row_number() OVER (PARTITION BY id ORDER BY import DESC) AS age
       FROM ${table} WHERE import IN (${settled})) WHERE age > 1`;
  const scans = replaced('scans', 'siteId, number, import');
  for (const table of measured) {
    await removeWhere(engine, table, `(siteId, scan, import) IN (${scans})`);
  }
  for (const table of catalogueTables) {
    await removeWhere(engine, table, `(id, import) IN (${replaced(table, 'id, import')})`);
  }
  await mergeParts(engine);
}
