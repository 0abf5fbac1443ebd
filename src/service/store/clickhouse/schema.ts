import * as v from 'valibot';
import { BrandRecord, KeyRecord } from '../records.ts';

/** In `answers.sentiments`: the mention has none. */
export const noSentiment = -1;

/**
 * Each answer as its mentions plus one row for itself, brand 0, whose "sentiment" is how many mentions it
 * has: so the denominators come from the same rows as what is divided by them.
 */
export const answersWithBrands = `answers
  ARRAY JOIN arrayPushFront(brands, toUInt16(0)) AS brand,
    arrayPushFront(sentiments, toInt32(length(brands))) AS sentiment`;

/** For brand 0: answers, and all their mentions. For a brand: its mentions, those with a sentiment, and its sum. */
export const countsOfAnswers =
  'count() AS n, countIf(sentiment >= 0) AS withSentiment, sumIf(toInt64(sentiment), sentiment >= 0) AS summed';
export const countsOfTallies =
  'sum(answers) AS n, sum(rated) AS withSentiment, sum(total) AS summed';

export const NumberedBrandRow = v.object({ ...BrandRecord.entries, number: v.number() });
export const UseRow = v.object({ id: v.string(), lastUsedAt: v.number() });
export const VersionedKeyRow = v.object({ version: v.number(), ...KeyRecord.entries });

const newestIn = (table: string, where: string, imports: string): string =>
  `(SELECT * FROM ${table} WHERE ${where} AND import IN ${imports}
    ORDER BY import DESC LIMIT 1 BY id)`;

/**
 * The newest committed row of each id, up to the import `{version:UInt64}`, so that several statements
 * with one version see one state. `where` may use only what an id keeps for good (its account or site).
 * Only the imports that those rows name are looked up, however many there have ever been.
 */
export const newest = (table: string, where: string): string =>
  newestIn(
    table,
    where,
    `(SELECT id FROM imports WHERE id <= {version:UInt64} AND id IN (SELECT import FROM ${table} WHERE ${where}))`,
  );

/** The same, where the committed imports are known already: a third of the time. */
export const newestOfImports = (table: string, where: string): string =>
  newestIn(table, where, '{imports:Array(UInt64)}');
