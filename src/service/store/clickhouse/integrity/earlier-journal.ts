import * as v from 'valibot';
import { catalogueTables } from '../../../records/catalogue.ts';
import type { Engine } from '../engine/engine.ts';
import { measuredTables } from '../engine/tables.ts';
import { countLiveRows, countPermanentRows, type RowCounts, toCounts } from './live-rows.ts';
import { describeLoss, type Fault } from './lost-rows.ts';

/** The tables that imports wrote when the journal was introduced. */
const firstCountedTables = ['imports', ...catalogueTables, ...measuredTables] as const;

const CountsRow = v.object({ counts: v.record(v.string(), v.number()) });
const CountedRow = v.object({ name: v.string(), n: v.number() });
const ImportRow = v.object({ id: v.number() });

/**
 * Starts the journal of a store of version 1, as stores of versions 2 to 7 have it.
 * @param newest the ID of the newest import; 0 for a store without imports.
 * @param at milliseconds since the epoch.
 */
export async function recordBaseline(engine: Engine, newest: number, at: number): Promise<void> {
  const counts = {
    ...(await countLiveRows(engine, newest, firstCountedTables)),
    ...(await countPermanentRows(engine)),
  };
  await engine.insert('journal', [{ import: newest, event: 'baseline', counts, at }]);
}

/** Reads the highest count of keys, notes and audit records that the journal has recorded, by name. */
async function readMaxPermanentRows(engine: Engine): Promise<RowCounts> {
  const rows = await engine.rows(
    CountedRow,
    `SELECT name, max(n) AS n FROM (
       SELECT (arrayJoin(counts) AS counted).1 AS name, counted.2 AS n FROM journal
       WHERE event IN ('kept', 'baseline') AND number = 0) GROUP BY name`,
  );
  return toCounts(rows);
}

/** Compares counts with those recorded. A name may have an addition in brackets after its table. */
const describeLosses = (recorded: RowCounts, present: RowCounts): readonly Fault[] =>
  Object.entries(present).flatMap(([name, rows]) =>
    rows < (recorded[name] ?? 0) ? [describeLoss(name.replace(/ .*/, ''))] : [],
  );

/**
 * Compares the rows that readers see with the journal of a store of versions 2 to 7, which recorded only those. It does
 * not notice lost rows that replaced earlier ones.
 */
export async function findRowsLostEarlier(engine: Engine): Promise<readonly Fault[]> {
  const [newest] = await engine.rows(ImportRow, 'SELECT max(id) AS id FROM imports');
  const id = newest?.id ?? 0;
  const [record] = await engine.rows(
    CountsRow,
    `SELECT counts FROM journal WHERE import = {id:UInt64} AND event IN ('written', 'baseline', 'trimmed')
     ORDER BY event = 'trimmed' DESC, counts['texts'] LIMIT 1`,
    { id },
  );
  if (!record) return [describeLoss('journal')];
  return [
    ...describeLosses(record.counts, await countLiveRows(engine, id)),
    ...describeLosses(await readMaxPermanentRows(engine), await countPermanentRows(engine)),
  ];
}
