import * as v from 'valibot';
import { maxListedSearches, noSearches, type SearchCounts } from '../../search-rows.ts';
import type { AnswerScope } from '../../store.ts';
import {
  answerConditionsOf,
  findScansInRange,
  paramsOf,
  promptConditionOf,
} from './answer-scope.ts';
import type { SiteReads } from './site-catalogue.ts';

const TotalRow = v.object({ answers: v.number() });

const SearchRow = v.object({
  query: v.string(),
  answers: v.number(),
  platforms: v.array(v.string()),
  found: v.number(),
});

const searchStatementOf = (where: string): string => `
  SELECT query, count() AS answers, arraySort(groupUniqArray(toString(platform))) AS platforms,
    count() OVER () AS found
  FROM (SELECT platform, arrayDistinct(queries) AS searches FROM texts WHERE ${where})
  ARRAY JOIN searches AS query
  GROUP BY query ORDER BY answers DESC, query LIMIT ${maxListedSearches}`;

/** Implements `Store.searches` at a data version. */
export async function countSearches(
  reads: SiteReads,
  scope: AnswerScope,
  signal?: AbortSignal,
): Promise<SearchCounts> {
  const { engine, catalogue } = reads;
  const scans = findScansInRange(catalogue, scope);
  if (scans.length === 0) return noSearches;
  const prompts = promptConditionOf(scope);
  const where = [
    ...answerConditionsOf(scope, 'textImports'),
    ...(prompts === null ? [] : [prompts]),
    'notEmpty(queries)',
  ].join(' AND ');
  const textImports = scans.map(({ textsImport }) => textsImport);
  const bind = (sql: string) => paramsOf(reads, sql, scope, { textImports });

  const totalSql = `SELECT count() AS answers FROM texts WHERE ${where}`;
  const [total] = await engine.rows(TotalRow, totalSql, bind(totalSql), { signal });
  if (!total?.answers) return noSearches;
  const searchSql = searchStatementOf(where);
  const rows = await engine.rows(SearchRow, searchSql, bind(searchSql), { signal });
  return {
    answers: total.answers,
    searches: rows.map(({ query, answers, platforms }) => ({ query, answers, platforms })),
    searchCount: rows[0]?.found ?? 0,
  };
}
