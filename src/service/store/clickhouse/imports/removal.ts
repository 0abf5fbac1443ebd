import * as v from 'valibot';
import { catalogueTables } from '../../../records/catalogue.ts';
import type { Engine, Params } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import { selectNewestOfManySites, selectRemoved } from '../engine/schema.ts';
import { importedTables } from '../engine/tables.ts';
import { keepFormerOwners } from '../former-owners.ts';
import type { Journal } from '../integrity/journal.ts';
import type { EndedOwners, KeyTable } from '../keys.ts';
import { hideRemovedScans } from '../ledger/removed-scans.ts';

export const CountRow = v.object({ n: v.number() });
const OwnerRow = v.object({ table: v.picklist(['accounts', 'clients', 'sites']), id: v.string() });

/** What removing records for good needs. */
export interface RemovalContext {
  engine: Engine;
  layout: Layout;
  journal: Journal;
  keys: KeyTable;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Reads the removed accounts, clients and sites, and the archived sites. */
async function readEndedOwners(engine: Engine): Promise<EndedOwners> {
  const [newest] = await engine.rows(CountRow, 'SELECT max(id) AS n FROM imports');
  const rows = await engine.rows(
    OwnerRow,
    [
      ...(['accounts', 'clients', 'sites'] as const).map((table) =>
        selectRemoved(table, `'${table}' AS table, id`),
      ),
      `SELECT 'sites' AS table, id FROM ${selectNewestOfManySites('sites', 'true')} WHERE NOT active`,
    ].join(' UNION ALL '),
    { version: newest?.n ?? 0 },
  );
  const idsIn = (table: (typeof rows)[number]['table']) =>
    new Set(rows.flatMap((row) => (row.table === table ? row.id : [])));
  return { accounts: idsIn('accounts'), clients: idsIn('clients'), sites: idsIn('sites') };
}

/** Removes the notes of removed recommendations, also from the files. */
const removeNotesOfRemoved = (context: RemovalContext): Promise<void> =>
  removeNotes(
    context,
    (nameOf) =>
      `(siteId, recommendationId) IN (${selectRemoved(nameOf('recommendations'), 'siteId, id')})`,
  );

const committedNote = '(import = 0 OR import IN (SELECT id FROM imports))';

const OldNoteRow = v.object({ id: v.string(), version: v.number(), isReplaced: v.boolean() });
type OldNoteRow = v.InferOutput<typeof OldNoteRow>;

/** Reads which rows of notes later rows have replaced, and which hide a deleted note. */
const readOldNoteRows = (engine: Engine): Promise<OldNoteRow[]> =>
  engine.rows(
    OldNoteRow,
    `SELECT activityId AS id, version, toBool(version < newest) AS isReplaced
     FROM (SELECT activityId, version, removed, max(version) OVER (PARTITION BY activityId) AS newest
       FROM notes WHERE ${committedNote})
     WHERE removed OR version < newest`,
  );

/** Whether any earlier row of a changed or deleted note is still stored. */
export const hasOldNoteRows = async (engine: Engine): Promise<boolean> =>
  (await readOldNoteRows(engine)).length > 0;

/**
 * Removes the earlier rows of changed and deleted notes, also from the files. The rows that hide deleted notes go last,
 * so that none reappears. May only be called while holding a `HeldLock`.
 */
export async function removeOldNoteRows(context: RemovalContext): Promise<void> {
  const { engine, layout } = context;
  const rows = await readOldNoteRows(engine);
  if (rows.length === 0) return;
  const [replaced, hiding] = [true, false].map((isReplaced) =>
    rows.filter((row) => row.isReplaced === isReplaced),
  );
  for (const part of [replaced, hiding]) await removeNoteRows(context, part ?? []);
  for (const statement of layout.clearOldPartsStatements('notes')) await engine.define(statement);
}

/** The number of rows that a statement names. */
const rowsPerRemoval = 1_000;

/** Removes rows by ID and version: a mutation whose condition reads the table that it changes can wait for itself. */
async function removeNoteRows(context: RemovalContext, rows: readonly OldNoteRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerRemoval) {
    const slice = rows.slice(start, start + rowsPerRemoval);
    await removeNotes(
      context,
      () => 'has(arrayZip({ids:Array(UUID)}, {versions:Array(Int64)}), (activityId, version))',
      { ids: slice.map(({ id }) => id), versions: slice.map(({ version }) => version) },
    );
  }
}

/**
 * Removes the notes that meet a condition, also from the files.
 * @param where returns the condition; must name other tables with the function passed to it.
 */
export async function removeNotes(
  { engine, layout, journal }: RemovalContext,
  where: (nameOf: (table: string) => string) => string,
  params: Params = {},
): Promise<void> {
  const condition = where((name) => name);
  const [matching] = await engine.rows(
    CountRow,
    `SELECT count() AS n FROM notes WHERE ${condition}`,
    params,
  );
  if (!matching?.n) return;
  await journal.recordRowRemoval('notes', condition, params, () =>
    engine.runLong(
      `ALTER TABLE ${layout.mutationTarget('notes')} DELETE WHERE ${where(layout.storedName)}`,
      params,
    ),
  );
}

/** Revokes what gives access to nothing but removed data, and the shares and feeds of archived sites. */
export const revokeEnded = async ({ engine, keys, now }: RemovalContext): Promise<void> =>
  keys.revokeOf(await readEndedOwners(engine), now());

/**
 * Does what cannot wait after an import has removed records or archived sites: stores the accounts of removed records,
 * revokes keys, and removes notes and scans of the ledger, which would reappear if their recommendation or site were
 * imported again. May only be called while holding a `HeldLock`.
 */
export async function finishHiding(context: RemovalContext): Promise<void> {
  const { engine, journal, now } = context;
  await keepFormerOwners(engine);
  await journal.recordKeptRows();
  await revokeEnded(context);
  await hideRemovedScans(engine, now());
  await removeNotesOfRemoved(context);
}

/** Counts the committed rows that hide a record: all of them, and those of the imports that a statement selects. */
export async function countTombstones(
  engine: Engine,
  imports: string,
): Promise<{ all: number; settled: number }> {
  const [row] = await engine.rows(
    v.object({ all: v.number(), settled: v.number() }),
    `SELECT count() AS all, countIf(import IN (${imports})) AS settled
     FROM (${catalogueTables.map((table) => `SELECT import FROM ${table} WHERE removed`).join(' UNION ALL ')})
     WHERE import IN (SELECT id FROM imports)`,
  );
  return row ?? { all: 0, settled: 0 };
}

/** The tables that can have something of a removed record. */
const touchedTables = [...importedTables, 'notes', 'keys', 'keyUses'] as const;

/** Removes deleted rows from the files of all tables, and the files of earlier versions of their parts. */
export async function cleanFiles({ engine, layout }: RemovalContext): Promise<void> {
  for (const table of touchedTables) {
    await engine.runLong(`ALTER TABLE ${layout.mutationTarget(table)} APPLY DELETED MASK`);
    for (const statement of layout.clearOldPartsStatements(table)) await engine.define(statement);
  }
}
