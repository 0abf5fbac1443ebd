import * as v from 'valibot';
import { BrandRecord, KeyRecord, ShareRecord } from '../../records.ts';

/**
 * Splits each answer into one row per mention and one row for the answer itself, which has brand 0 and the number of
 * mentions as its "sentiment", so that the same rows give the numerators and the denominators of metrics.
 */
export const answersWithBrands = `answers
  ARRAY JOIN arrayPushFront(brands, toUInt16(0)) AS brand,
    arrayPushFront(sentiments, toInt32(length(brands))) AS sentiment`;

/**
 * For brand 0, `n` counts answers and `summed` their mentions. For other brands, `n` counts mentions and `summed` adds
 * up their sentiments.
 */
export const countsOfAnswers =
  'count() AS n, countIf(sentiment >= 0) AS withSentiment, sumIf(toInt64(sentiment), sentiment >= 0) AS summed';
export const countsOfTallies =
  'sum(answers) AS n, sum(rated) AS withSentiment, sum(total) AS summed';

/** For a row of `scans`, the import that has the scan's rows in `texts`. */
export const textsImport = 'if(textsImport = 0, import, textsImport)';

/** The columns that identify an answer, in the order in which answers are sorted. */
export const answerIdentity = 'siteId, prompt, scan, platform, region, run';

/** Whether a row has a region that is now stored under another code: see `readRenamedRegions`. */
export const hasRenamedRegion = '(region IN {oldRegions:Array(String)})';
const canonicalColumn = (region: string): string =>
  `transform(${region}, {oldRegions:Array(String)}, {newRegions:Array(String)}, ${region})`;
/** The code under which a row's region is now stored. */
export const canonicalRegionColumn = canonicalColumn('toString(region)');

const cell = 'scan, prompt, platform';
/**
 * Selects the answers that get another run, the first free one, because others of the same cell and run are now stored
 * under the same code of a region.
 * @param where selects the rows of `answers` that count
 */
const selectNewRuns = (where: string): string => `
  SELECT ${cell}, found.3 AS oldRegion, found.1 AS oldRun, newRun FROM (
    SELECT ${cell}, arraySort(groupArray((run, ${hasRenamedRegion}, toString(region)))) AS answersOfCell,
      arrayMap(one -> one.1, answersOfCell) AS runs,
      arrayFilter(free -> NOT has(runs, free), range(1, 2 * length(runs) + 1)) AS freeRuns,
      arrayMap(nth -> nth > 1, arrayEnumerateUniq(runs)) AS moved,
      arrayMap((one, isMoved, place) -> if(isMoved, toUInt16(freeRuns[place]), one), runs, moved, arrayCumSum(moved)) AS newRuns
    FROM answers WHERE ${where} AND (${hasRenamedRegion} OR region IN {newRegions:Array(String)})
    GROUP BY ${cell}, ${canonicalRegionColumn} HAVING length(arrayDistinct(runs)) < length(runs))
  ARRAY JOIN answersOfCell AS found, newRuns AS newRun`;

/**
 * Selects rows of a site under the codes of their regions that are now stored. No answer is lost by that.
 * @param renamed see `readRenamedRegions`; empty if nothing is to be renamed
 * @param where selects the rows whose import a column of `scans` has
 */
export function selectWithStoredRegions(
  table: 'answers' | 'texts',
  renamed: ReadonlyMap<string, string>,
  where: (importColumn: string) => string,
): string {
  const whereRows = where(table === 'texts' ? textsImport : 'import');
  if (renamed.size === 0) return `(SELECT * FROM ${table} WHERE ${whereRows}) AS ${table}`;
  return `(SELECT * EXCEPT (oldRegion, oldRun, newRun), ${canonicalColumn('oldRegion')} AS region,
      if(newRun > 0, newRun, oldRun) AS run
    FROM (SELECT * EXCEPT (region, run), toString(region) AS oldRegion, run AS oldRun FROM ${table} WHERE ${whereRows}) AS stored
    LEFT ANY JOIN (${selectNewRuns(where('import'))}) AS renamed USING (${cell}, oldRegion, oldRun)) AS ${table}`;
}

export const NumberedBrandRow = v.object({ ...BrandRecord.entries, number: v.number() });
export const KeyUseRow = v.object({ id: v.string(), lastUsedAt: v.number() });

/** A share as it is stored: as JSON, or '' for none. */
const StoredShare = v.pipe(
  v.string(),
  v.transform((text): unknown => (text === '' ? null : JSON.parse(text))),
  v.nullable(ShareRecord),
);
export const VersionedKeyRow = v.object({
  version: v.number(),
  ...KeyRecord.entries,
  share: StoredShare,
});
/** Converts a key to a row of `keys`, without its version. */
export const toKeyRow = ({ share, ...key }: KeyRecord) => ({
  ...key,
  share: share === null ? '' : JSON.stringify(share),
});

/** For rows of `notes`: notes that keys added, and those of committed imports, up to the import `{version:UInt64}`. */
const visibleNote =
  '(import = 0 OR import IN (SELECT id FROM imports WHERE id <= {version:UInt64}))';

/**
 * Selects the current row of each visible note.
 * @param where further conditions, which may only use columns that never change for a note.
 */
export const selectNotes = (where: string): string =>
  `(SELECT * FROM (SELECT * FROM notes WHERE ${where} AND ${visibleNote}
    ORDER BY version DESC LIMIT 1 BY activityId) WHERE NOT removed)`;

const selectNewestIn = (table: string, where: string, imports: string): string =>
  `(SELECT * FROM (SELECT * FROM ${table} WHERE ${where} AND import IN ${imports}
    ORDER BY import DESC LIMIT 1 BY id) WHERE NOT removed)`;

/**
 * Selects the newest committed row of each removed ID.
 * @param where further conditions on these rows.
 */
export const selectRemoved = (table: string, columns: string, where = 'true'): string =>
  `SELECT ${columns} FROM (SELECT * FROM ${table}
     WHERE id IN (SELECT id FROM ${table} WHERE removed) AND import IN (SELECT id FROM imports)
     ORDER BY import DESC LIMIT 1 BY id) WHERE removed AND ${where}`;

/**
 * Selects the newest committed row of each ID that is not removed, up to the import `{version:UInt64}`, so that
 * statements with the same version see the same state. Looks up only the imports of rows that meet `where`, not every
 * import.
 * @param where may only use columns that never change for an ID, such as its account or site.
 * @param lookup a part of `where` that takes less time, and limits the imports that are looked up.
 */
export const selectNewest = (table: string, where: string, lookup = where): string =>
  selectNewestIn(
    table,
    where,
    `(SELECT id FROM imports WHERE id <= {version:UInt64} AND id IN (SELECT import FROM ${table} WHERE ${lookup}))`,
  );

/** Like `selectNewest`, for rows of many sites: looks up every import, instead of reading the rows twice. */
export const selectNewestOfManySites = (table: string, where: string): string =>
  selectNewestIn(table, where, '(SELECT id FROM imports WHERE id <= {version:UInt64})');

/** Like `selectNewest`, with the committed imports as a parameter, which takes a third of the time. */
export const selectNewestOfImports = (table: string, where: string): string =>
  selectNewestIn(table, where, '{imports:Array(UInt64)}');
