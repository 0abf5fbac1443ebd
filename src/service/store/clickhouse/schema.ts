import * as v from 'valibot';
import { BrandRecord, KeyRecord, ShareRecord } from '../records.ts';

/** The value in `answers.sentiments` for a mention without a sentiment. */
export const noSentiment = -1;

/**
 * Each answer as one row per mention, and one row for the answer itself: brand 0, with the number of mentions as its
 * "sentiment". So the same rows give the metrics' numerators and denominators.
 */
export const answersWithBrands = `answers
  ARRAY JOIN arrayPushFront(brands, toUInt16(0)) AS brand,
    arrayPushFront(sentiments, toInt32(length(brands))) AS sentiment`;

/** For brand 0, `n` counts answers and `summed` their mentions. For others, `n` counts mentions. */
export const countsOfAnswers =
  'count() AS n, countIf(sentiment >= 0) AS withSentiment, sumIf(toInt64(sentiment), sentiment >= 0) AS summed';
export const countsOfTallies =
  'sum(answers) AS n, sum(rated) AS withSentiment, sum(total) AS summed';

/** For a row of `scans`, the import that has the scan's rows in `texts`. */
export const textsImport = 'if(textsImport = 0, import, textsImport)';

export const NumberedBrandRow = v.object({ ...BrandRecord.entries, number: v.number() });
export const KeyUseRow = v.object({ id: v.string(), lastUsedAt: v.number() });

/** Stored as JSON, and '' for none. */
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
/** A key as it is written. */
export const toKeyRow = ({ share, ...key }: KeyRecord) => ({
  ...key,
  share: share === null ? '' : JSON.stringify(share),
});

const newestIn = (table: string, where: string, imports: string): string =>
  `(SELECT * FROM ${table} WHERE ${where} AND import IN ${imports}
    ORDER BY import DESC LIMIT 1 BY id)`;

/**
 * The newest committed row of each ID, up to the import `{version:UInt64}`, so that statements with the same version
 * see the same state. `where` may only use columns that never change for an ID (its account or site). Looks up only the
 * imports named in those rows, not every import.
 */
export const newest = (table: string, where: string): string =>
  newestIn(
    table,
    where,
    `(SELECT id FROM imports WHERE id <= {version:UInt64} AND id IN (SELECT import FROM ${table} WHERE ${where}))`,
  );

/** Like `newest`, for rows of many sites: looks up every import, instead of reading the rows twice. */
export const newestOfAll = (table: string, where: string): string =>
  newestIn(table, where, '(SELECT id FROM imports WHERE id <= {version:UInt64})');

/** Like `newest`, with the committed imports as a parameter, which takes a third of the time. */
export const newestOfImports = (table: string, where: string): string =>
  newestIn(table, where, '{imports:Array(UInt64)}');
