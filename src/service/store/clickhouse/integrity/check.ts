import * as v from 'valibot';
import { formatCount } from '../../../format-count.ts';
import { catalogueTables } from '../../../records/catalogue.ts';
import { StoreDamaged } from '../../store.ts';
import type { StoreCheck } from '../../store-check.ts';
import type { Engine } from '../engine/engine.ts';
import type { Layout } from '../engine/layout.ts';
import {
  answersWithBrands,
  countsOfAnswers,
  countsOfTallies,
  selectNewestOfManySites,
} from '../engine/schema.ts';
import { measuredTables, migrationsTable } from '../engine/tables.ts';
import {
  findBrokenParts,
  findChangedDefinitions,
  findDetachedParts,
  findLostVersion,
  type StoreFolder,
} from './damage.ts';
import { countLiveRows, countPermanentRows, selectLiveScans, toCounts } from './live-rows.ts';
import { type Fault, findLostRows } from './lost-rows.ts';
import { newestVersion, readStoreState, type StoreState, tablesOfVersion } from './migrations.ts';

const YearRow = v.object({ year: v.number() });
const CountRow = v.object({ n: v.number() });

const liveCondition = `(siteId, scan, import) IN ${selectLiveScans('import IN (SELECT id FROM imports)')}`;
const tallyColumns = 'import, siteId, scan, platform, region, brand';

/** Selects the scans of one year whose tallies differ from their answers. */
const differingScans = `SELECT count() AS n FROM (
  SELECT siteId, scan FROM (
    SELECT ${tallyColumns}, toInt64(n) AS a, toInt64(withSentiment) AS r, summed AS t FROM (
      SELECT ${tallyColumns}, ${countsOfAnswers} FROM ${answersWithBrands}
      WHERE toYear(day) = {year:UInt16} AND ${liveCondition} GROUP BY ${tallyColumns})
    UNION ALL
    SELECT ${tallyColumns}, -toInt64(n) AS a, -toInt64(withSentiment) AS r, -summed AS t FROM (
      SELECT ${tallyColumns}, ${countsOfTallies} FROM tallies
      WHERE toYear(day) = {year:UInt16} AND ${liveCondition} GROUP BY ${tallyColumns})
  ) GROUP BY ${tallyColumns} HAVING sum(a) != 0 OR sum(r) != 0 OR sum(t) != 0
) GROUP BY siteId, scan`;

/** Recounts the answers of every scan and compares them with its tallies, year by year. */
async function findWrongTallies(engine: Engine): Promise<readonly Fault[]> {
  const years = await engine.inspect(
    YearRow,
    measuredTables
      .map((table) => `SELECT DISTINCT toYear(day) AS year FROM ${table}`)
      .join(' UNION DISTINCT '),
  );
  const faults: Fault[] = [];
  for (const { year } of years) {
    const scans = await engine.inspect(CountRow, differingScans, { year });
    if (scans.length > 0) {
      faults.push(
        `table tallies disagrees with table answers on ${formatCount(scans.length, 'scan')} in ${year}`,
      );
    }
  }
  return faults;
}

/** Counts answers that are never read: those of uncommitted imports, and replaced ones. */
async function countHiddenAnswers(engine: Engine): Promise<number> {
  const [row] = await engine.inspect(
    CountRow,
    `SELECT count() AS n FROM answers WHERE NOT (${liveCondition})`,
  );
  return row?.n ?? 0;
}

const CountedRow = v.object({ name: v.string(), n: v.number() });

/** Counts current records by table, without replaced or removed ones and those of uncommitted imports. */
async function countRecords(engine: Engine): Promise<StoreCheck['rows']> {
  const [newest] = await engine.inspect(CountRow, 'SELECT max(id) AS n FROM imports');
  const params = { version: newest?.n ?? 0 };
  const catalogueCounts = await engine.inspect(
    CountedRow,
    catalogueTables
      .map(
        (table) =>
          `SELECT '${table}' AS name, count() AS n FROM ${selectNewestOfManySites(table, 'true')}`,
      )
      .join(' UNION ALL '),
    params,
  );
  return {
    ...(await countLiveRows(engine, params.version)),
    ...toCounts(catalogueCounts),
    ...(await countPermanentRows(engine)),
  };
}

/** Finds faults in the definitions and files of tables. */
async function findFileFaults(
  engine: Engine,
  layout: Layout,
  { version, isRecorded }: StoreState,
): Promise<readonly Fault[]> {
  const expected = tablesOfVersion(version);
  const faults = [...(await findChangedDefinitions(engine, layout, expected, version))];
  const recorded = isRecorded ? [migrationsTable] : [];
  for (const { name } of [...recorded, ...expected]) {
    faults.push(...(await findBrokenParts(engine, name)));
  }
  return faults;
}

/**
 * Reads the whole store: compares its files with their checksums, its row counts with the journal, and its tallies with
 * its answers. Removes nothing, though the engine sets aside parts that it cannot read.
 * @param options.isInProcess whether the tables are files of this process; a server checks its files itself.
 * @param options.folder null if the tables are on a server, or nothing is known of their folder.
 * @returns the faults found and, if the tables are readable and of the newest version, counts of their rows.
 */
export async function checkStore(
  engine: Engine,
  layout: Layout,
  { isInProcess, folder }: { isInProcess: boolean; folder: StoreFolder | null },
): Promise<StoreCheck> {
  const detached = isInProcess ? await findDetachedParts(engine) : [];
  const state = await readStoreState(engine, layout).catch((error: unknown) => {
    if (error instanceof StoreDamaged) return error;
    throw error;
  });
  if (state instanceof StoreDamaged) {
    return { version: 0, faults: [...detached, state.fault], rows: {}, hiddenAnswers: 0 };
  }
  const { version } = state;
  const faults = [...detached];
  faults.push(...findLostVersion(version, folder));
  if (isInProcess && version > 0) faults.push(...(await findFileFaults(engine, layout, state)));
  // Further statements would fail on damaged or older tables.
  if (version !== newestVersion || faults.some((fault) => !detached.includes(fault))) {
    return { version, faults, rows: {}, hiddenAnswers: 0 };
  }
  faults.push(
    ...(await findLostRows(engine, { countsRows: isInProcess, mark: folder?.mark ?? null })),
    ...(await findWrongTallies(engine)),
  );
  return {
    version,
    faults,
    rows: await countRecords(engine),
    hiddenAnswers: await countHiddenAnswers(engine),
  };
}
