import {
  maxListedSearches,
  type SearchCount,
  type SearchCounts,
} from '../../src/service/store/search-rows.ts';
import type { AnswerScope } from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';
import { findCompletedScans, isAnswerInScope } from './timeline.ts';

const compareSearches = (a: SearchCount, b: SearchCount): number =>
  b.answers - a.answers || Buffer.compare(Buffer.from(a.query), Buffer.from(b.query));

/** Implements `Store.searches` for a site that the tenant can see. */
export function countSearches(tables: Tables, siteId: string, scope: AnswerScope): SearchCounts {
  const scanIds = new Set(findCompletedScans(tables, siteId, scope).map(({ id }) => id));
  const answers = [...tables.answers.values()].flatMap(({ evidence, ...answer }) => {
    const isCounted = scanIds.has(answer.scanId) && isAnswerInScope(tables, siteId, answer, scope);
    const queries = new Set(evidence?.queries);
    return isCounted && queries.size > 0 ? [{ platform: answer.platform, queries }] : [];
  });
  const queries = new Set(answers.flatMap((answer) => [...answer.queries]));
  const searches = [...queries].map((query) => {
    const searching = answers.filter((answer) => answer.queries.has(query));
    const platforms = [...new Set(searching.map(({ platform }) => platform))].sort();
    return { query, answers: searching.length, platforms };
  });
  return {
    answers: answers.length,
    searches: searches.sort(compareSearches).slice(0, maxListedSearches),
    searchCount: searches.length,
  };
}
