import * as v from 'valibot';
import { answerKeyColumns, evidenceColumns, measurementColumns } from '../../../records/answer.ts';
import type { Engine } from '../engine/engine.ts';
import { slicesOfIds } from '../engine/id-slices.ts';
import type { Layout } from '../engine/layout.ts';
import {
  answerIdentity,
  answersWithBrands,
  countsOfAnswers,
  hasRenamedRegion,
  selectNewest,
  selectWithStoredRegions,
  textsImport,
} from '../engine/schema.ts';
import { noneRenamed, readRenamedRegions, renamingParamsOf } from '../reads/renamed-regions.ts';

const CountRow = v.object({ n: v.number() });
const ScanTextsRow = v.object({ id: v.string(), ref: v.number() });

/** About how many answers are checked for repeats at a time. */
const answersPerPart = 250_000;
/** Scans per statement when answers are carried forward. */
const scansPerStatement = 500;
/** Scans per statement when answers are counted, except that a month is counted whole. */
const scansPerTally = 100;

const namesOf = (columns: object): string => Object.keys(columns).join(', ');
const keyColumns = namesOf(answerKeyColumns);
/** The columns of an answer's rows after `keyColumns`, by table. */
const valueColumns = {
  answers: namesOf(measurementColumns),
  texts: namesOf({ known: null, ...evidenceColumns }),
} as const;

export type AnswerTable = keyof typeof valueColumns;
/** The table and its columns, as an INSERT statement takes them. */
export const insertTargetOf = (table: AnswerTable) =>
  `${table} (${keyColumns}, ${valueColumns[table]})`;

/** A scan of an import. */
export interface NumberedScan {
  number: number;
  siteId: string;
  day: string;
  /** Whether the scan is not stored yet. */
  isNew: boolean;
}

/** An import that has written its own answers, but is not committed yet. */
interface WrittenImport {
  engine: Engine;
  layout: Layout;
  id: number;
  /** The number of answers in all chunks. */
  answerCount: number;
  chunkCount: number;
  /** The last chunk of the source's answers; later chunks have stored answers that were measured again. */
  lastSourceChunk: number;
  /** By ID. */
  scans: ReadonlyMap<string, NumberedScan>;
  /** IDs of the scans with answers from the source. */
  answeredScanIds: ReadonlySet<string>;
  /** See `ImportSettings`. */
  measuresAgain: boolean;
  /** The numbers of the brands that the import removes, by site ID. */
  removedBrands: ReadonlyMap<string, readonly number[]>;
}

/**
 * If several chunks contain the same answer, removes it from all but the last. Works in parts to limit memory.
 * @returns the number of answers that later chunks replace.
 */
export async function dropRepeats({
  engine,
  layout,
  id,
  answerCount,
  chunkCount,
}: WrittenImport): Promise<number> {
  if (chunkCount < 2) return 0;
  let count = 0;
  const parts = Math.ceil(answerCount / answersPerPart);
  const partCondition = 'import = {import:UInt64} AND scan % {parts:UInt32} = {part:UInt32}';
  for (let part = 0; part < parts; part += 1) {
    const params = { import: id, parts, part };
    const [repeats] = await engine.rows(
      CountRow,
      `SELECT toUInt32(sum(chunks - 1)) AS n FROM (SELECT count() AS chunks FROM answers WHERE ${partCondition}
         GROUP BY ${answerIdentity} HAVING chunks > 1)`,
      params,
    );
    if (!repeats?.n) continue;
    count += repeats.n;
    // Texts first, since the rows in `answers` show which of an answer's chunks is the last.
    for (const table of ['texts', 'answers'] as const) {
      await engine.runLong(
        `DELETE FROM ${layout.mutationTarget(table)} WHERE ${partCondition} AND (${answerIdentity}, chunk) IN (
           SELECT ${answerIdentity}, arrayJoin(arraySlice(arraySort(groupArray(chunk)), 1, -1))
           FROM ${layout.storedName('answers')} WHERE ${partCondition} GROUP BY ${answerIdentity} HAVING count() > 1)`,
        params,
      );
    }
  }
  return count;
}

/**
 * For each of the import's scans that is already stored, copies the answers that the import does not replace, as rows
 * with the import's ID. Does not copy the texts of scans without answers from the source; see `readTextsImports`.
 */
export async function carryForward(written: WrittenImport): Promise<void> {
  const storedScans = [...written.scans].filter(([, { isNew }]) => !isNew);
  for (const [site, scans] of Map.groupBy(storedScans, ([, scan]) => scan.siteId)) {
    for (let start = 0; start < scans.length; start += scansPerStatement) {
      const batch = scans.slice(start, start + scansPerStatement);
      const answeredScans = batch.filter(([id]) => written.answeredScanIds.has(id));
      await carryRows('answers', written, site, batch);
      await carryRows('texts', written, site, answeredScans);
    }
  }
}

const isRemoved = 'has({removedBrands:Array(UInt16)}, brand)';
/** The entries of a column that are not about a removed brand. */
const entriesKept = (column: string) =>
  `arrayFilter((entry, brand) -> NOT ${isRemoved}, ${column}, answers.brands)`;
/**
 * The measurement of an answer without removed brands. Brands that were named after one of these move up; rows of earlier
 * versions have no places.
 */
const withoutRemovedBrands: { readonly [C in keyof typeof measurementColumns]?: string } = {
  brands: entriesKept('answers.brands'),
  sentiments: entriesKept('sentiments'),
  places: `if(empty(answers.places), answers.places, arrayMap(
    place -> toUInt16(place - arrayCount((other, brand) -> other > 0 AND other < place AND ${isRemoved}, answers.places, answers.brands)),
    ${entriesKept('answers.places')}))`,
};
const valuesWithoutRemovedBrands = Object.entries({
  ...measurementColumns,
  ...withoutRemovedBrands,
})
  .map(([name, value]) => (typeof value === 'string' ? value : name))
  .join(', ');

async function carryRows(
  table: AnswerTable,
  { engine, id, chunkCount, lastSourceChunk, measuresAgain, removedBrands }: WrittenImport,
  site: string,
  scans: readonly (readonly [string, NumberedScan])[],
): Promise<void> {
  if (scans.length === 0) return;
  const batchCondition = 'siteId = {site:UUID} AND scan IN {scans:Array(UInt32)}';
  const storedScans = (column: string) =>
    `(scan, import) IN (SELECT number, ${column} FROM ${selectNewest('scans', 'siteId = {site:UUID}')})`;
  const renamed = measuresAgain ? await readRenamedRegions(engine, { site }) : noneRenamed;
  const rows = selectWithStoredRegions(
    table,
    renamed,
    (column) => `${batchCondition} AND ${storedScans(column)}`,
  );
  const removed = removedBrands.get(site) ?? [];
  const values =
    table === 'answers' && removed.length > 0 ? valuesWithoutRemovedBrands : valueColumns[table];
  await engine.runLong(
    `INSERT INTO ${insertTargetOf(table)}
     SELECT {import:UInt64}, 0, siteId, transform(scan, {scans:Array(UInt32)}, {days:Array(Date)}, day),
       scan, prompt, platform, region, run, ${values}
     FROM ${rows}
     WHERE (${answerIdentity}) NOT IN
         (SELECT ${answerIdentity} FROM answers
            WHERE import = {import:UInt64} AND chunk BETWEEN 1 AND {lastChunk:UInt32} AND ${batchCondition})`,
    {
      import: id,
      version: id,
      // Answers measured again keep their texts.
      lastChunk: table === 'texts' ? lastSourceChunk : chunkCount,
      site,
      scans: scans.map(([, scan]) => scan.number),
      days: scans.map(([, scan]) => scan.day),
      removedBrands: removed,
      ...renamingParamsOf(renamed),
    },
  );
}

const SiteScanRow = v.object({ siteId: v.string(), scan: v.number() });

/** The IDs of the import's scans with stored regions that `storedRegionOf` changes. */
export async function findScansToRename({ engine, id, scans }: WrittenImport): Promise<string[]> {
  const sites = [...new Set([...scans.values()].map(({ siteId }) => siteId))];
  const found = new Set<string>();
  for (const slice of slicesOfIds(sites)) {
    const renamed = new Map<string, string>();
    for (const site of slice)
      for (const [old, code] of await readRenamedRegions(engine, { site })) renamed.set(old, code);
    const rows = await engine.rows(
      SiteScanRow,
      `SELECT DISTINCT siteId, scan FROM answers WHERE siteId IN {sites:Array(UUID)} AND ${hasRenamedRegion}
         AND (siteId, scan, import) IN
           (SELECT siteId, number, import FROM ${selectNewest('scans', 'siteId IN {sites:Array(UUID)}')})`,
      { sites: slice, version: id, ...renamingParamsOf(renamed) },
    );
    for (const { siteId, scan } of rows) found.add(`${siteId} ${scan}`);
  }
  return [...scans].flatMap(([scanId, { siteId, number }]) =>
    found.has(`${siteId} ${number}`) ? [scanId] : [],
  );
}

/** For each stored scan without answers from the source, reads the ID of the import that has its texts, by scan ID. */
export async function readTextsImports({
  engine,
  id,
  scans,
  answeredScanIds,
}: WrittenImport): Promise<ReadonlyMap<string, number>> {
  const ids = [...scans].flatMap(([scanId, { isNew }]) =>
    isNew || answeredScanIds.has(scanId) ? [] : [scanId],
  );
  const imports = new Map<string, number>();
  for (let start = 0; start < ids.length; start += scansPerStatement) {
    const rows = await engine.rows(
      ScanTextsRow,
      `SELECT id, ${textsImport} AS ref FROM ${selectNewest('scans', 'id IN {ids:Array(UUID)}')}`,
      { ids: ids.slice(start, start + scansPerStatement), version: id },
    );
    for (const row of rows) imports.set(row.id, row.ref);
  }
  return imports;
}

/** Groups the months of some scans: at most `scansPerTally` scans per group, unless a single month has more. */
function groupMonths(scans: Iterable<NumberedScan>): number[][] {
  const scansByMonth = Map.groupBy(scans, ({ day }) => Number(day.slice(0, 7).replace('-', '')));
  const groups: number[][] = [];
  let room = 0;
  for (const [month, { length }] of [...scansByMonth].sort(([a], [b]) => a - b)) {
    if (length > room) {
      groups.push([]);
      room = scansPerTally;
    }
    groups.at(-1)?.push(month);
    room -= length;
  }
  return groups;
}

/**
 * Counts the import's answers, which by now are all answers of its scans. Works in groups of months to limit memory.
 */
export async function tally({ engine, id, scans }: WrittenImport): Promise<void> {
  for (const months of groupMonths(scans.values())) {
    await engine.runLong(
      `INSERT INTO tallies (import, siteId, day, scan, platform, region, brand, answers, rated, total)
       SELECT {import:UInt64}, siteId, any(day), scan, platform, region, brand, ${countsOfAnswers}
       FROM ${answersWithBrands}
       WHERE import = {import:UInt64} AND toYYYYMM(day) IN {months:Array(UInt32)}
       GROUP BY siteId, scan, platform, region, brand`,
      { import: id, months },
    );
  }
}
