import * as v from 'valibot';
import type { Engine } from '../engine/engine.ts';
import { countRowsByImport, selectKeptRows, selectKeyVersions } from './journal.ts';
import type { StoreMark } from './store-mark.ts';

/** A fault of the store, as a sentence without its full stop. */
export type Fault = string;

const CountedRow = v.object({ name: v.string(), n: v.number() });
const ImportRow = v.object({ id: v.number() });
const NumbersRow = v.object({ different: v.number(), last: v.number() });
const RecordedRow = v.object({ about: v.string(), table: v.string(), n: v.number() });

export const describeLoss = (table: string): Fault => `rows are missing from table ${table}`;

/** What the journal says there must be at least, by what it is about. */
type Recorded = ReadonlyMap<string, Readonly<v.InferOutput<typeof RecordedRow>>>;

async function readRecorded(engine: Engine): Promise<Recorded> {
  const rows = await engine.rows(
    RecordedRow,
    `SELECT about, any(changed) AS table, argMax(count, number) AS n FROM (
       SELECT number, (arrayJoin(counts) AS counted).2 AS count, counted.1 AS name,
         if(event = 'keys', 'keys', splitByChar(' ', name)[1]) AS changed,
         concat(if(event IN ('keys', 'kept'), toString(event), toString(import)), ' ', name) AS about
       FROM journal WHERE number > 0 AND event IN ('rows', 'committed', 'keys', 'kept'))
     GROUP BY about HAVING n > 0`,
  );
  return new Map(rows.map((row) => [row.about, row]));
}

/** Finds imports that the journal says are committed, but that are no longer in the store. */
async function findLostImports(engine: Engine): Promise<readonly Fault[]> {
  const [lostImport] = await engine.rows(
    ImportRow,
    `SELECT import AS id FROM journal WHERE event = 'committed' AND import NOT IN (SELECT id FROM imports) LIMIT 1`,
  );
  return lostImport ? [describeLoss('imports')] : [];
}

/** Finds gaps in the numbers of migrations or journal entries, and numbers that end before those of the mark. */
async function findLostNumbers(engine: Engine, mark: StoreMark | null): Promise<readonly Fault[]> {
  const readNumbers = async (table: string) => {
    const [row] = await engine.rows(
      NumbersRow,
      `SELECT uniqExact(number) AS different, max(number) AS last FROM ${table} WHERE number > 0`,
    );
    return row ?? { different: 0, last: 0 };
  };
  const isIncomplete = ({ different, last }: v.InferOutput<typeof NumbersRow>, least: number) =>
    different < last || last < least;
  const { version = 1, journalEntries = 1 } = mark?.mark ?? {};
  return [
    ...(isIncomplete(await readNumbers('migrations'), version) ? [describeLoss('migrations')] : []),
    ...(isIncomplete(await readNumbers('journal'), journalEntries)
      ? [describeLoss('journal')]
      : []),
  ];
}

/**
 * Compares the tables with the journal. No other check notices that a part has disappeared completely, with or without
 * earlier rows in its place. May run while rows are added and removed.
 * @param options.countsRows as for `Journal`.
 */
export async function findLostRows(
  engine: Engine,
  { countsRows, mark }: { countsRows: boolean; mark: StoreMark | null },
): Promise<readonly Fault[]> {
  const lostImports = await findLostImports(engine);
  if (lostImports.length > 0 || !countsRows) return lostImports;
  const lostNumbers = await findLostNumbers(engine, mark);
  if (lostNumbers.length > 0) return lostNumbers;
  const before = await readRecorded(engine);
  const present = await readPresent(engine);
  // Rows that are added or removed meanwhile are recorded only before or only after the tables were read.
  const after = await readRecorded(engine);
  const tables = [...before].flatMap(([key, { table, n }]) =>
    (present.get(key) ?? 0) < Math.min(n, after.get(key)?.n ?? 0) ? [table] : [],
  );
  return [...new Set(tables)].map(describeLoss);
}

const selectRowCounts = (tables: readonly string[]): string =>
  tables
    .map((table) => `SELECT '${table}' AS name, count() AS n FROM ${table}`)
    .join(' UNION ALL ');

/** Counts what is in the tables, as `readRecorded` does. */
async function readPresent(engine: Engine): Promise<ReadonlyMap<string, number>> {
  const rows = await countRowsByImport(engine);
  const versions = await engine.rows(CountedRow, selectKeyVersions);
  const kept = await engine.rows(CountedRow, selectKeptRows(selectRowCounts), { removed: [] });
  return new Map([
    ...rows.map((row) => [`${row.import} ${row.name}`, row.n] as const),
    ...versions.map(({ name, n }) => [`keys ${name}`, n] as const),
    ...kept.map(({ name, n }) => [`kept ${name}`, n] as const),
  ]);
}
