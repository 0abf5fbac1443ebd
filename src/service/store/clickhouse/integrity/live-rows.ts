import * as v from 'valibot';
import type { Engine } from '../engine/engine.ts';
import { textsImport } from '../engine/schema.ts';
import { importedTables } from '../engine/tables.ts';

/** The number of rows by table; `keys (revoked)` counts a part of `keys`. */
export type RowCounts = Readonly<Record<string, number>>;

const CountedRow = v.object({ name: v.string(), n: v.number() });
export const toCounts = (rows: readonly v.InferOutput<typeof CountedRow>[]): RowCounts =>
  Object.fromEntries(rows.map(({ name, n }) => [name, n]));

/** The tables that imports write. */
const countedTables = ['imports', ...importedTables] as const;
type CountedTable = (typeof countedTables)[number];

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
 * Counts, by table, the rows that readers see once an import is published. Compaction and merging do not change these
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
/** From the engine's metadata, since stores of the first versions have no such table. */
const selectAuditCount = `SELECT 'audit' AS name, sum(rows) AS n FROM system.parts
  WHERE database = currentDatabase() AND table = 'audit' AND active`;

/** Counts keys, revoked keys, notes and audit records. */
export async function countPermanentRows(engine: Engine): Promise<RowCounts> {
  const rows = await engine.rows(
    CountedRow,
    `${selectKeyCounts} UNION ALL ${selectNoteCount} UNION ALL ${selectAuditCount}`,
  );
  return toCounts(rows);
}
