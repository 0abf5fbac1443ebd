import * as v from 'valibot';
import { type StoreCheck, StoreDamaged } from '../store.ts';
import {
  type Fault,
  findBrokenParts,
  findChangedDefinitions,
  findDetachedParts,
  findLostRows,
} from './damage.ts';
import type { Engine } from './engine.ts';
import { liveScans } from './journal.ts';
import type { Layout } from './layout.ts';
import { type FoundStore, findStore, newestVersion, tablesAt } from './migrations.ts';
import { answersWithBrands, countsOfAnswers, countsOfTallies } from './schema.ts';
import { measuredTables, migrationsTable } from './tables.ts';

const YearRow = v.object({ year: v.number() });
const CountRow = v.object({ n: v.number() });
const NameCountRow = v.object({ name: v.string(), n: v.number() });

const live = `(siteId, scan, import) IN ${liveScans('import IN (SELECT id FROM imports)')}`;
const counted = 'import, siteId, scan, platform, region, brand';

/** Scans whose tallies are not what their answers count to, in one year. */
const differing = `SELECT count() AS n FROM (
  SELECT siteId, scan FROM (
    SELECT ${counted}, toInt64(n) AS a, toInt64(withSentiment) AS r, summed AS t FROM (
      SELECT ${counted}, ${countsOfAnswers} FROM ${answersWithBrands}
      WHERE toYear(day) = {year:UInt16} AND ${live} GROUP BY ${counted})
    UNION ALL
    SELECT ${counted}, -toInt64(n) AS a, -toInt64(withSentiment) AS r, -summed AS t FROM (
      SELECT ${counted}, ${countsOfTallies} FROM tallies
      WHERE toYear(day) = {year:UInt16} AND ${live} GROUP BY ${counted})
  ) GROUP BY ${counted} HAVING sum(a) != 0 OR sum(r) != 0 OR sum(t) != 0
) GROUP BY siteId, scan`;

/** Counts the answers of every scan again and compares them with its tallies, year by year. */
async function findWrongTallies(engine: Engine): Promise<readonly Fault[]> {
  const years = await engine.inspect(
    YearRow,
    measuredTables
      .map((table) => `SELECT DISTINCT toYear(day) AS year FROM ${table}`)
      .join(' UNION DISTINCT '),
  );
  const faults: Fault[] = [];
  for (const { year } of years) {
    const scans = await engine.inspect(CountRow, differing, { year });
    if (scans.length > 0) {
      faults.push(`tables tallies and answers disagree on ${scans.length} scans of ${year}`);
    }
  }
  return faults;
}

/** Rows that nobody sees: of imports that never committed, or older than what replaced them. */
async function countHidden(engine: Engine): Promise<number> {
  const [hidden] = await engine.inspect(
    CountRow,
    `SELECT count() AS n FROM answers WHERE NOT (${live})`,
  );
  return hidden?.n ?? 0;
}

async function countRows(engine: Engine): Promise<StoreCheck['rows']> {
  const tables = tablesAt(newestVersion).map(
    ({ name }) => `SELECT '${name}' AS name, count() AS n FROM ${name}`,
  );
  const rows = await engine.inspect(NameCountRow, tables.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** What is wrong with the files of tables. */
async function findFileFaults(
  engine: Engine,
  layout: Layout,
  { version, isRecorded }: FoundStore,
): Promise<readonly Fault[]> {
  const expected = tablesAt(version);
  const faults = [...(await findChangedDefinitions(engine, layout, expected, version))];
  const recorded = isRecorded ? [migrationsTable] : [];
  for (const { name } of [...recorded, ...expected]) {
    faults.push(...(await findBrokenParts(engine, name)));
  }
  return faults;
}

/**
 * Reads everything a store holds and compares it with its checksums, its journal, and itself. Removes nothing; the
 * engine itself sets parts aside that it cannot read.
 * @param inProcess whether the tables are files of this process: a server checks its own.
 * @returns every fault that is found; none for a store that is whole.
 */
export async function checkStore(
  engine: Engine,
  layout: Layout,
  { inProcess }: { inProcess: boolean },
): Promise<StoreCheck> {
  const detached = inProcess ? await findDetachedParts(engine) : [];
  const found = await findStore(engine, layout).catch((error: unknown) => {
    if (error instanceof StoreDamaged) return error;
    throw error;
  });
  if (found instanceof StoreDamaged) {
    return { version: 0, faults: [...detached, found.fault], rows: {}, hiddenAnswers: 0 };
  }
  const { version } = found;
  const faults = [...detached];
  if (inProcess && version > 0) faults.push(...(await findFileFaults(engine, layout, found)));
  // Statements over damaged or older tables would fail instead of finding more.
  if (version !== newestVersion || faults.some((fault) => !detached.includes(fault))) {
    return { version, faults, rows: {}, hiddenAnswers: 0 };
  }
  faults.push(...(await findLostRows(engine)), ...(await findWrongTallies(engine)));
  return {
    version,
    faults,
    rows: await countRows(engine),
    hiddenAnswers: await countHidden(engine),
  };
}
