import * as v from 'valibot';
import { StoreDamaged, StoreTooNew } from '../../store.ts';
import type { Engine } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import { migrationsTable, type Table, tables } from '../engine/tables.ts';
import { findRowsLostEarlier, recordBaseline } from './earlier-journal.ts';
import type { Journal } from './journal.ts';
import { nameAccounts } from './name-accounts.ts';

/** What every migration needs. */
interface MigrationContext {
  engine: Engine;
  layout: Layout;
  now: () => number;
  journal: Journal;
  /** Whether the journal counts rows; false with a ClickHouse server, which checks its own tables. */
  countsRows: boolean;
}

interface Migration {
  number: number;
  /** Recorded in the table `migrations`. */
  name: string;
  /** Work besides creating the tables and columns of this migration; safe to repeat. */
  run?: (context: MigrationContext) => Promise<void>;
}

const NewestImportRow = v.object({ newest: v.number() });

/** The migrations, in order and without gaps. Each can be repeated after an interruption at any point. */
const migrations: readonly Migration[] = [
  { number: 1, name: 'Make the first tables' },
  {
    number: 2,
    name: 'Keep a journal of imports and row counts; sync merged parts',
    async run({ engine, layout, now, countsRows }) {
      const firstTables = tables.filter(({ since }) => since === 1);
      for (const table of firstTables) await engine.define(layout.syncMergesStatement(table));
      const [row] = await engine.rows(NewestImportRow, 'SELECT max(id) AS newest FROM imports');
      if (countsRows) await recordBaseline(engine, row?.newest ?? 0, now());
    },
  },
  { number: 3, name: 'Let keys expire' },
  { number: 4, name: 'Keep an audit trail; let the sessions of a key be ended' },
  {
    number: 5,
    name: 'Store texts and citations of answers, and more fields of brands and recommendations',
  },
  { number: 6, name: 'Store shares and feeds among the keys, and the branding of clients' },
  {
    number: 7,
    name: 'Store the order of mentions, cited pages, and the rules that measured a scan',
  },
  {
    number: 8,
    name: 'Number the entries of the journal, and record the rows of each import',
    async run({ engine, journal, countsRows }) {
      if (!countsRows) return;
      // What is already lost must not become the standard.
      const [fault] = await findRowsLostEarlier(engine);
      if (fault !== undefined) throw new StoreDamaged(fault);
      await journal.recordAllRows();
    },
  },
  { number: 9, name: 'Store which keys cannot read notes' },
  { number: 10, name: 'Store who wrote a note' },
  { number: 11, name: 'Store which records are removed, and which prompts are retired' },
  { number: 12, name: 'Store which import added a note' },
  { number: 13, name: 'Keep a ledger of scans that the service runs, and where answers come from' },
  {
    number: 14,
    name: 'Store the account of what outlives a site, for whom notes are, and what platforms say',
    run: ({ engine, layout, journal }) => nameAccounts({ engine, layout, journal }),
  },
];

/** The version of a store after all migrations. */
export const newestVersion = migrations.length;

/** The state of a store that is being opened or checked, before any migration. */
export interface StoreState {
  /** The last completed migration; 0 for a new store, or one whose creation was interrupted. */
  version: number;
  /** Whether the table `migrations` records the version. Stores of the first version do not have that table. */
  isRecorded: boolean;
  /** Whether none of its tables exists yet. */
  isNew: boolean;
}

const NameRow = v.object({ name: v.string() });
const VersionRow = v.object({ version: v.number() });
const CountRow = v.object({ n: v.number() });

/** The tables of a store of this version. */
export const tablesOfVersion = (version: number): readonly Table[] =>
  tables.filter(({ since }) => since <= version);

/** Finds the first missing table, and returns its name in the engine; null if all exist. */
function findMissingTable(
  layout: Layout,
  present: ReadonlySet<string>,
  expected: readonly Table[],
): string | null {
  return expected.flatMap(layout.namesOf).find((name) => !present.has(name)) ?? null;
}

/** Whether any of the tables that are present has rows. */
async function hasAnyRows(engine: Engine, present: ReadonlySet<string>): Promise<boolean> {
  for (const { name } of tables) {
    if (!present.has(name)) continue;
    const [row] = await engine.rows(CountRow, `SELECT count() AS n FROM ${name}`);
    if (row?.n !== 0) return true;
  }
  return false;
}

/**
 * Reads the version of a store.
 * @throws StoreTooNew if a newer Sightline has changed it.
 * @throws StoreDamaged if a table, or the record of migrations, is missing. A store with rows is never treated as new.
 */
export async function readStoreState(engine: Engine, layout: Layout): Promise<StoreState> {
  const rows = await engine.rows(
    NameRow,
    'SELECT name FROM system.tables WHERE database = currentDatabase()',
  );
  const present = new Set(rows.map(({ name }) => name));
  const recorded = await readRecordedVersion(engine, present);
  const version = recorded ?? (await detectUnrecordedVersion(engine, layout, present));
  if (version > newestVersion) throw new StoreTooNew(version, newestVersion);
  const missing = findMissingTable(layout, present, tablesOfVersion(version));
  if (missing !== null) throw new StoreDamaged(`table ${missing} is missing`);
  const isNew = [migrationsTable, ...tables].every((table) =>
    layout.namesOf(table).every((name) => !present.has(name)),
  );
  return { version, isRecorded: recorded !== null, isNew };
}

/** Reads the version in the table `migrations`; null if the table records none or does not exist. */
async function readRecordedVersion(
  engine: Engine,
  present: ReadonlySet<string>,
): Promise<number | null> {
  if (!present.has(migrationsTable.name)) return null;
  const statement = `SELECT max(number) AS version FROM ${migrationsTable.name}`;
  const [row] = await engine.rows(VersionRow, statement);
  return row && row.version > 0 ? row.version : null;
}

/** Detects the version of a store that records none: 0 if it has no rows, otherwise 1. */
async function detectUnrecordedVersion(
  engine: Engine,
  layout: Layout,
  present: ReadonlySet<string>,
): Promise<0 | 1> {
  if (!(await hasAnyRows(engine, present))) return 0;
  const laterTable = tables.find(({ name, since }) => since > 1 && present.has(name));
  if (laterTable) throw new StoreDamaged(`table ${migrationsTable.name} is missing or empty`);
  const missing = findMissingTable(layout, present, tablesOfVersion(1));
  if (missing !== null) throw new StoreDamaged(`table ${missing} is missing`);
  return 1;
}

/**
 * Creates a new store in the newest version, in less than half the time that its migrations take. If this is interrupted,
 * the migrations complete it.
 */
async function createStore({ engine, layout, now, journal }: MigrationContext): Promise<void> {
  for (const table of [migrationsTable, ...tables]) {
    const added = (table.added ?? []).map(({ column }) => column);
    const whole = { ...table, columns: [table.columns, ...added].join(', ') };
    for (const statement of layout.createStatements(whole)) await engine.define(statement);
  }
  const [first, ...later] = migrations.map(({ number, name }) => ({ number, name, at: now() }));
  // Without a version, a store whose journal has rows would be damaged.
  await engine.insert(migrationsTable.name, first ? [first] : []);
  await journal.recordAllRows();
  await engine.insert(migrationsTable.name, later);
}

/**
 * Migrates a store to the newest version, step by step, and creates a new one. Repeats a step that was interrupted.
 */
export async function migrate(state: StoreState, context: MigrationContext): Promise<void> {
  if (state.isNew) return createStore(context);
  if (state.version === newestVersion) return;
  const { engine, layout, now } = context;
  const record = (number: number, name: string) =>
    engine.insert(migrationsTable.name, [{ number, name, at: now() }]);
  for (const statement of layout.createStatements(migrationsTable)) await engine.define(statement);
  const [first] = migrations;
  if (state.version === 1 && !state.isRecorded && first) await record(first.number, first.name);
  for (const { number, name, run } of migrations) {
    if (number <= state.version) continue;
    for (const table of tables) {
      const columns = (table.added ?? []).filter(({ since }) => since === number);
      const statements = [
        ...(table.since === number ? layout.createStatements(table) : []),
        ...columns.flatMap(({ column }) => layout.addColumnStatements(table, column)),
      ];
      for (const statement of statements) await engine.define(statement);
    }
    await run?.(context);
    await record(number, name);
  }
}
