import * as v from 'valibot';
import { findStoredSpellings } from '../../../addresses/readable.ts';
import { ownDomainsOf, ownerOf } from '../../domain-owner.ts';
import type { BrandRecord } from '../../records.ts';
import { maxListedDomainsOf, noSources, type SourceCounts } from '../../source-rows.ts';
import type { AnswerScope } from '../../store.ts';
import { columnOf, Numbers } from '../engine/columns.ts';
import type { Params } from '../engine/engine.ts';
import {
  answerConditionsOf,
  findScansInRange,
  paramsOf,
  promptConditionOf,
} from './answer-scope.ts';
import { citedDomainsOf } from './cited-domains.ts';
import type { SiteReads } from './site-catalogue.ts';

/** One row per domain: the listed domains, in order, and then others that the tracked brand may own. */
const DomainColumns = v.object({
  domain: columnOf(v.string()),
  answers: columnOf(v.number()),
  citations: columnOf(v.number()),
  namedTracked: columnOf(v.number()),
  place: columnOf(v.number()),
  found: columnOf(v.number()),
  perNumber: columnOf(Numbers),
});
type DomainColumns = v.InferOutput<typeof DomainColumns>;

/** One row per scan that has answers. */
const AnswerColumns = v.object({
  number: columnOf(v.number()),
  answers: columnOf(v.number()),
  withSources: columnOf(v.number()),
  citedOwn: columnOf(v.number()),
  citedNotNamed: columnOf(v.number()),
});

/** Whether an answer mentions the tracked brand; false if no brand is tracked, in which case `tracked` is 0. */
const namedCondition = 'has(brands, {tracked:UInt16})';

/**
 * Counts the citations of each domain. `nth` is 1 at an answer's first citation of a domain. The scans of the citing
 * answers are gathered and then counted, since grouping by domain and scan takes four times as long.
 * @param citedDomains see `citedDomainsOf`.
 */
const domainStatementOf = (where: string, citedDomains: string): string => `
  SELECT domain, answers, citations, namedTracked, place, found,
    arrayReduce({countPerNumber:String}, citing) AS perNumber
  FROM (
    SELECT domain, citing, citations, namedTracked, length(citing) AS answers,
      count() OVER () AS found,
      row_number() OVER (ORDER BY answers DESC, citations DESC, domain) AS place
    FROM (
      SELECT toString(cited) AS domain, count() AS citations, groupArrayIf(scan, nth = 1) AS citing,
        countIf(nth = 1 AND named) AS namedTracked
      FROM (
        SELECT scan, ${citedDomains} AS citedDomains, arrayEnumerateUniq(citedDomains) AS nths, ${namedCondition} AS named
        FROM answers WHERE ${where}
      ) ARRAY JOIN citedDomains AS cited, nths AS nth
      GROUP BY cited
    )
  )
  WHERE place <= {listed:UInt32}
    OR arrayExists(own -> endsWith(concat('.', domain), concat('.', own)), {ownDomains:Array(String)})
  ORDER BY place`;

const answerStatementOf = (
  where: string,
  citedDomains: string,
  ownDomains: readonly string[],
): string => {
  const citesOwn =
    ownDomains.length > 0 ? `hasAny(${citedDomains}, {cited:Array(String)})` : 'false';
  return `
  SELECT scan AS number, count() AS answers, countIf(notEmpty(domains)) AS withSources,
    countIf(${citesOwn}) AS citedOwn, countIf(${citesOwn} AND NOT ${namedCondition}) AS citedNotNamed
  FROM answers WHERE ${where}
  GROUP BY number`;
};

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Finds the rows of domains that the tracked brand owns. */
function findOwnRows(
  { domain }: DomainColumns,
  tracked: BrandRecord | null,
  brands: readonly BrandRecord[],
): number[] {
  if (!tracked) return [];
  return [...domain.keys()].filter((row) => ownerOf(domain[row] ?? '', brands) === tracked);
}

/** The lowest and the highest of at least one number. */
const rangeOf = (numbers: readonly number[]): readonly [number, number] =>
  numbers.reduce<[number, number]>(
    ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
    [Number.MAX_SAFE_INTEGER, 0],
  );

/** Implements `Store.sources` at a data version; the signal cancels the statements. */
export async function countSources(
  reads: SiteReads,
  scope: AnswerScope,
  signal?: AbortSignal,
): Promise<SourceCounts> {
  const { engine, catalogue } = reads;
  const scans = findScansInRange(catalogue, scope);
  if (scans.length === 0) return noSources;
  const { brands } = catalogue.details;
  const tracked = brands.find(({ role }) => role === 'tracked') ?? null;
  const prompts = promptConditionOf(scope);
  const where = [...answerConditionsOf(scope), ...(prompts === null ? [] : [prompts])].join(
    ' AND ',
  );
  const numbers = scans.map(({ number }) => number);
  const [first, last] = rangeOf(numbers);
  const listed = maxListedDomainsOf(scans.length);
  const trackedNumber = catalogue.brandNumberOf.get(tracked?.id ?? '') ?? 0;
  const citedDomains = citedDomainsOf(catalogue);
  const bind = (sql: string, extraParams: Params) =>
    paramsOf(reads, sql, scope, {
      tracked: trackedNumber,
      ...citedDomains.params,
      ...extraParams,
    });

  const sql = domainStatementOf(where, citedDomains.sql);
  const params = bind(sql, {
    listed,
    ownDomains: (tracked ? ownDomainsOf(tracked) : []).flatMap(findStoredSpellings),
    countPerNumber: `countResample(${first}, ${last + 1}, 1)`,
  });
  const columns = await engine.columns(DomainColumns, sql, params, { signal });
  const ownRows = findOwnRows(columns, tracked, brands);
  // If the brand has only one cited domain, the answers that cite it are already counted.
  const ownDomains = ownRows.length > 1 ? ownRows.map((row) => columns.domain[row] ?? '') : [];
  const answerSql = answerStatementOf(where, citedDomains.sql, ownDomains);
  const answerParams = bind(answerSql, { cited: ownDomains });
  const counts = await engine.columns(AnswerColumns, answerSql, answerParams, { signal });
  const answersOf = new Map(counts.number.map((number, row) => [number, counts.answers[row] ?? 0]));
  const [onlyOwnRow] = ownRows.length === 1 ? ownRows : [];
  const own =
    onlyOwnRow === undefined
      ? { citedOwn: sum(counts.citedOwn), citedNotNamed: sum(counts.citedNotNamed) }
      : {
          citedOwn: columns.answers[onlyOwnRow] ?? 0,
          citedNotNamed:
            (columns.answers[onlyOwnRow] ?? 0) - (columns.namedTracked[onlyOwnRow] ?? 0),
        };
  return {
    scans: scans.map(({ id, number, date, completedAt }) => ({
      id,
      date,
      completedAt,
      answers: answersOf.get(number) ?? 0,
    })),
    answers: sum(counts.answers),
    answersWithSources: sum(counts.withSources),
    ...own,
    domainCount: columns.found[0] ?? 0,
    domains: columns.domain.slice(0, listed).map((domain, row) => ({
      domain,
      answers: columns.answers[row] ?? 0,
      citations: columns.citations[row] ?? 0,
      namedTracked: columns.namedTracked[row] ?? 0,
      perScan: numbers.map((number) => columns.perNumber[row]?.[number - first] ?? 0),
    })),
  };
}
