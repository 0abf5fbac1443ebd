import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { StoreDamaged } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineError } from '../engine/engine-errors.ts';
import { indexesOf, type Layout } from '../engine/layout.ts';
import { migrationsTable, type Table, tables } from '../engine/tables.ts';
import { describeLoss, type Fault } from './lost-rows.ts';
import type { StoreMark } from './store-mark.ts';

const DetachedRow = v.object({ table: v.string(), name: v.string() });

/** Finds parts that the engine has set aside because it could not read them. */
export async function findDetachedParts(engine: Engine): Promise<readonly Fault[]> {
  const rows = await engine.rows(
    DetachedRow,
    `SELECT table, name FROM system.detached_parts
     WHERE database = currentDatabase() ORDER BY table, name`,
  );
  return rows.map(
    ({ table, name }) => `table ${table} has lost part ${name}, which the engine could not read`,
  );
}

const CheckedRow = v.object({
  part_path: v.string(),
  is_passed: v.union([v.number(), v.boolean()]),
});

/** Reads every file of a table and compares it with its checksum. */
export async function findBrokenParts(engine: Engine, table: string): Promise<readonly Fault[]> {
  try {
    const rows = await engine.inspect(CheckedRow, `CHECK TABLE ${table}`);
    return rows
      .filter((row) => !row.is_passed)
      .map((row) => `part ${row.part_path} of table ${table} does not match its checksum`);
  } catch (error) {
    const isBroken = error instanceof StoreDamaged || error instanceof EngineError;
    if (!isBroken) throw error;
    return [`table ${table} cannot be read`];
  }
}

const ColumnRow = v.object({ table: v.string(), name: v.string(), type: v.string() });
const KeyRow = v.object({ table: v.string(), partition: v.string(), sorting: v.string() });

/**
 * The columns of a table in a store of this version, each as `name Type`. Commas inside a type do not separate columns.
 */
const columnsOf = (table: Table, version: number): readonly string[] => [
  ...table.columns.split(/,\s*(?![^(]*\))/),
  ...(table.added ?? []).filter(({ since }) => since <= version).map(({ column }) => column),
];
const normalise = (text: string) => text.replace(/[\s()`]+/g, '');

/**
 * Finds tables whose definitions differ from what the migrations create. Columns of an interrupted migration are
 * allowed.
 */
export async function findChangedDefinitions(
  engine: Engine,
  layout: Layout,
  expected: readonly Table[],
  version: number,
): Promise<readonly Fault[]> {
  const columns = await engine.rows(
    ColumnRow,
    'SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
  );
  const keys = await engine.rows(
    KeyRow,
    `SELECT name AS table, partition_key AS partition, sorting_key AS sorting FROM system.tables
     WHERE database = currentDatabase()`,
  );
  const columnsByTable = Map.groupBy(columns, ({ table }) => table);
  return [migrationsTable, ...expected].flatMap((table) => {
    const name = layout.storedName(table.name);
    const presentColumns = (columnsByTable.get(name) ?? []).map((column) =>
      normalise(`${column.name} ${column.type}`),
    );
    const expectedColumns = columnsOf(table, version).map(normalise);
    const knownColumns = columnsOf(table, Number.POSITIVE_INFINITY).map(normalise);
    const key = keys.find((row) => row.table === name);
    const isSame =
      presentColumns.join().startsWith(expectedColumns.join()) &&
      presentColumns.every((column) => knownColumns.includes(column)) &&
      normalise(key?.sorting ?? '') === normalise(table.order) &&
      normalise(key?.partition ?? '') === normalise(table.partition ?? '');
    return isSame || !key ? [] : [`the definition of table ${table.name} has changed`];
  });
}

/** What is known of the folder of an in-process store before its tables are read. */
export interface StoreFolder {
  /** Whether it contains rows, even ones that the engine does not find. */
  hasRows: boolean;
  mark: StoreMark;
}

/**
 * Finds signs that the store in a folder was of a later version than its tables say.
 * @param version as its tables say; 0 if they are missing or empty.
 */
export function findLostVersion(version: number, folder: StoreFolder | null): readonly Fault[] {
  if (version === 0 && folder?.hasRows)
    return ["the store's folder has rows, but the definitions of its tables are missing"];
  const mark = folder?.mark.mark ?? null;
  if (version === 0 && mark !== null && mark.version > 0)
    return ["the store's folder has a mark (store.json), but the tables are missing"];
  return mark !== null && version < mark.version ? [describeLoss('migrations')] : [];
}

/**
 * Whether the engine once made its database in a folder whose subfolder `store`, with all definitions and rows, has
 * disappeared.
 */
export function hasLostStore(engineDir: string): boolean {
  const database = join(engineDir, 'metadata', 'default');
  const isLinked = lstatSync(database, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLinked && !existsSync(join(engineDir, 'store'));
}

/** Whether an engine's folder has rows, even ones that the engine does not find. Unfinished parts do not count. */
export const hasStoredRows = (engineDir: string): boolean =>
  globSync('store/*/*/*/checksums.txt', { cwd: engineDir }).some(
    (path) => !/^(?:tmp|delete_tmp)/.test(basename(dirname(path))),
  );

/** Finds what is left of a store in a folder that has neither its rows nor its mark; empty before a first start. */
export const findRemains = (dataDir: string): readonly string[] =>
  [
    existsSync(join(dataDir, 'session-secret')) ? 'session-secret' : [],
    globSync('clickhouse/store/*/*/*.sql', { cwd: dataDir }).length > 0
      ? 'definitions of tables in clickhouse'
      : [],
  ].flat();

/**
 * Parses the engine's definition of a table: its ID, its columns and indexes, and its clauses by name. Null if it is
 * malformed.
 */
function parseDefinition(text: string) {
  const [, id, columnsAndIndexes, clauses] =
    /^ATTACH TABLE _ UUID '([0-9a-f-]{36})'\n\(\n([\s\S]*)\n\)\n([\s\S]*)\n$/.exec(text) ?? [];
  if (id === undefined || columnsAndIndexes === undefined || clauses === undefined) return null;
  const clauseOf = (name: string) =>
    clauses
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1) ?? '';
  return { id, columnsAndIndexes: columnsAndIndexes.split(/,?\n/), clauseOf };
}

const knownSettings =
  /^(?:(?:(?:index_granularity|fsync_after_insert|fsync_part_directory|min_rows_to_fsync_after_merge|old_parts_lifetime) = \d+|default_compression_codec = 'ZSTD\([35]\)')(?:, |$))+$/;

function isUsable(table: Table, definition: ReturnType<typeof parseDefinition>): boolean {
  if (definition === null) return false;
  const { columnsAndIndexes, clauseOf } = definition;
  const knownColumnsAndIndexes = [
    ...columnsOf(table, Number.POSITIVE_INFINITY),
    ...indexesOf(table),
  ].map(normalise);
  const engine = table.versionColumn ? `ReplacingMergeTree(${table.versionColumn})` : 'MergeTree';
  return (
    columnsAndIndexes.every((line) => knownColumnsAndIndexes.includes(normalise(line))) &&
    clauseOf('ENGINE') === `= ${engine}` &&
    normalise(clauseOf('ORDER BY')) === normalise(table.order) &&
    normalise(clauseOf('PARTITION BY')) === normalise(table.partition ?? '') &&
    knownSettings.test(clauseOf('SETTINGS'))
  );
}

/** The text of a file; null if there is none, or it cannot be read. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Finds a table whose files prevent the engine from opening a folder. The engine names the table only on standard
 * error.
 * @returns the fault; null if none is found.
 */
export function findUnreadableTable(engineDir: string): Fault | null {
  for (const file of globSync('store/*/*/*.sql', { cwd: engineDir })) {
    const name = basename(file, '.sql');
    const definition = parseDefinition(readText(join(engineDir, file)) ?? '');
    const table = [migrationsTable, ...tables].find((candidate) => candidate.name === name);
    if (!table || !definition || !isUsable(table, definition)) {
      return `the definition of table ${name} cannot be read`;
    }
    const formatFile = join(
      engineDir,
      'store',
      definition.id.slice(0, 3),
      definition.id,
      'format_version.txt',
    );
    if (readText(formatFile) !== '1') {
      return `a file of table ${name} cannot be read`;
    }
  }
  return null;
}
