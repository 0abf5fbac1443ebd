import * as v from 'valibot';
import { maxListedPages, noPages, type PageCounts, titledCitations } from '../../page-rows.ts';
import type { AnswerScope } from '../../store.ts';
import {
  answerConditionsOf,
  findScansInRange,
  paramsOf,
  promptConditionOf,
} from './answer-scope.ts';
import { createCitationReader } from './answer-texts.ts';
import { citedDomainsOf, citedPages } from './cited-domains.ts';
import { promptIds } from './prompt-ids.ts';
import type { SiteReads } from './site-catalogue.ts';

const AnswerCounts = v.object({ answers: v.number(), withPages: v.number() });

const PageRow = v.object({
  page: v.string(),
  answers: v.number(),
  citations: v.number(),
  found: v.number(),
});

/** A citation of a page, with its position among those of its answer, from 1. */
const CitationRow = v.object({
  page: v.string(),
  scan: v.number(),
  prompt: v.number(),
  platform: v.string(),
  region: v.string(),
  run: v.number(),
  position: v.number(),
});

/** Selects the answers that cite the domain, each with the positions and pages of these citations. */
const citingAnswersOf = (where: string, citedDomains: string): string => `
  SELECT scan, prompt, platform, region, run,
    arrayFilter((position, domain, page) -> domain IN {domain:Array(String)} AND page != '',
      arrayEnumerate(domains), ${citedDomains}, ${citedPages}) AS positions,
    arrayMap(position -> pages[position], positions) AS cited
  FROM answers WHERE ${where} AND hasAny(${citedDomains}, {domain:Array(String)})`;

const answerStatementOf = (citingAnswers: string): string =>
  `SELECT count() AS answers, countIf(notEmpty(cited)) AS withPages FROM (${citingAnswers})`;

const pageStatementOf = (citingAnswers: string): string => `
  SELECT page, countIf(nth = 1) AS answers, count() AS citations, count() OVER () AS found
  FROM (SELECT cited, arrayEnumerateUniq(cited) AS nths FROM (${citingAnswers}))
  ARRAY JOIN cited AS page, nths AS nth
  GROUP BY page ORDER BY answers DESC, citations DESC, page LIMIT ${maxListedPages}`;

/** Selects the newest citations of the listed pages, in the order of a list of answers. */
const citationStatementOf = (citingAnswers: string): string => `
  SELECT page, scan, prompt, platform, region, run, position
  FROM (SELECT scan, prompt, platform, region, run, page, position
    FROM (${citingAnswers}) ARRAY JOIN cited AS page, positions AS position
    WHERE page IN {listedPages:Array(String)}) AS found
  LEFT ANY JOIN ${promptIds} AS ids ON ids.number = found.prompt
  ORDER BY transform(scan, {scans:Array(UInt32)}, {places:Array(UInt32)}), toString(promptId), platform, region, run,
    position
  LIMIT ${titledCitations} BY page`;

/** Implements `Store.pages` at a data version. */
export async function countPages(
  reads: SiteReads,
  scope: AnswerScope,
  domain: readonly string[],
  signal?: AbortSignal,
): Promise<PageCounts> {
  const { engine, catalogue } = reads;
  const scans = findScansInRange(catalogue, scope);
  if (scans.length === 0) return noPages;
  const prompts = promptConditionOf(scope);
  const where = [...answerConditionsOf(scope), ...(prompts === null ? [] : [prompts])].join(
    ' AND ',
  );
  const citedDomains = citedDomainsOf(catalogue);
  const citingAnswers = citingAnswersOf(where, citedDomains.sql);
  const bind = (sql: string, listedPages: readonly string[] = []) =>
    paramsOf(reads, sql, scope, {
      ...citedDomains.params,
      domain,
      listedPages,
      places: scans.map((_, index) => scans.length - index),
    });

  const answerSql = answerStatementOf(citingAnswers);
  const [counts] = await engine.rows(AnswerCounts, answerSql, bind(answerSql), { signal });
  if (!counts?.withPages) {
    const answers = counts?.answers ?? 0;
    return { ...noPages, answers, answersWithoutPages: answers };
  }
  const pageSql = pageStatementOf(citingAnswers);
  const pages = await engine.rows(PageRow, pageSql, bind(pageSql), { signal });
  const citationSql = citationStatementOf(citingAnswers);
  const citations = await engine.rows(
    CitationRow,
    citationSql,
    bind(
      citationSql,
      pages.map(({ page }) => page),
    ),
    { signal },
  );
  const citationAt = await createCitationReader(reads, citations, signal);
  const citationsByPage = Map.groupBy(citations, ({ page }) => page);
  return {
    answers: counts.answers,
    answersWithoutPages: counts.answers - counts.withPages,
    pageCount: pages[0]?.found ?? 0,
    pages: pages.map(({ page, answers, citations: citationCount }) => {
      const newest = (citationsByPage.get(page) ?? []).map((row) => citationAt(row, row.position));
      return {
        page,
        answers,
        citations: citationCount,
        url: newest[0]?.url ?? null,
        title: newest.find((citation) => citation?.title)?.title ?? null,
      };
    }),
  };
}
