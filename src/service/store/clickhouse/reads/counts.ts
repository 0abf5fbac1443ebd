import * as v from 'valibot';
import { type AnswerCounts, noAnswerCounts } from '../../scan-rows.ts';
import type { AnswerScope } from '../../store.ts';
import { columnOf } from '../engine/columns.ts';
import {
  answerConditionsOf,
  findScansInRange,
  paramsOf,
  promptConditionOf,
} from './answer-scope.ts';
import type { SiteReads } from './site-catalogue.ts';

const CountColumns = v.object({
  scan: columnOf(v.number()),
  answers: columnOf(v.number()),
  prompts: columnOf(v.number()),
});

const FirstMentionsRow = v.object({ brand: v.number(), answers: v.number(), first: v.number() });

/** In place of a scan's number, which is never 0, in the row that counts the answers of all scans. */
const allScans = 0;

/** Implements `Store.counts` at a data version. The signal cancels the statements. */
export async function countAnswers(
  reads: SiteReads,
  scope: AnswerScope,
  signal?: AbortSignal,
): Promise<AnswerCounts> {
  const { engine, catalogue } = reads;
  const scans = findScansInRange(catalogue, scope);
  if (scans.length === 0) return noAnswerCounts;
  const promptCondition = promptConditionOf(scope);
  const where = [
    ...answerConditionsOf(scope),
    ...(promptCondition === null ? [] : [promptCondition]),
  ].join(' AND ');
  const countSql = `SELECT scan, count() AS answers, uniqExact(prompt) AS prompts
    FROM answers WHERE ${where} GROUP BY GROUPING SETS ((scan), ())`;
  // Rows of earlier versions have no places.
  const firstSql = `SELECT brand, count() AS answers, countIf(place = 1) AS first
    FROM answers ARRAY JOIN arraySlice(brands, 1, length(places)) AS brand, places AS place
    WHERE ${where} AND place > 0 GROUP BY brand`;
  const params = (sql: string) => paramsOf(reads, sql, scope);
  const [columns, firstRows] = await Promise.all([
    engine.columns(CountColumns, countSql, params(countSql), { signal }),
    engine.rows(FirstMentionsRow, firstSql, params(firstSql), { signal }),
  ]);
  const rowByScan = new Map(columns.scan.map((scan, row) => [scan, row]));
  return {
    scans: scans.map(({ number, id, date }) => {
      const row = rowByScan.get(number) ?? -1;
      return { id, date, answers: columns.answers[row] ?? 0, prompts: columns.prompts[row] ?? 0 };
    }),
    prompts: columns.prompts[rowByScan.get(allScans) ?? -1] ?? 0,
    firstMentions: firstRows.flatMap(({ brand, answers, first }) => {
      const brandId = catalogue.brandIdOf.get(brand);
      return brandId === undefined ? [] : [{ brandId, answers, first }];
    }),
  };
}
