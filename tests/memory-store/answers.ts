import { readVisibleText } from '../../src/contract/answer-text/visible-ranges.ts';
import { compareAnswers } from '../../src/service/store/answer-search.ts';
import { createWordMatcher } from '../../src/service/store/answer-words.ts';
import { allDays, scanInstantOf } from '../../src/service/store/scan-day.ts';
import {
  type AnswerIdentity,
  type AnswerPageRequest,
  type AnswerSearch,
  type FirstAnswers,
  type FoundAnswer,
  listedTextLength,
  type TimelineScan,
  type WholeAnswer,
} from '../../src/service/store/store.ts';
import { createDomainReader } from './cited-domains.ts';
import { answerIdOf, type StoredAnswer, type Tables } from './tables.ts';
import { findCompletedScans, isAnswerInScope } from './timeline.ts';

function toFoundAnswer(
  tables: Tables,
  answer: StoredAnswer,
  scan: TimelineScan,
  citedDomains: readonly string[],
): WholeAnswer {
  const { scanId, promptId, platform, region, run, brandIds, sentiments, places = [] } = answer;
  const { areMentionsGiven: _, ...evidence } = answer.evidence ?? { areMentionsGiven: false };
  return {
    scanId,
    promptId,
    platform,
    region,
    run,
    brandIds,
    sentiments,
    places,
    domains: citedDomains,
    at: scanInstantOf(scan),
    completedAt: scan.completedAt,
    prompt: tables.prompts.get(promptId)?.text ?? '',
    evidence: 'text' in evidence ? { ...evidence, sources: evidence.citations.length } : null,
  };
}

/** Leaves what lists show of an answer's evidence, with the first `listedTextLength` characters of its text. */
function toListedAnswer(answer: WholeAnswer): FoundAnswer {
  if (answer.evidence === null) return answer;
  const { text, sources, model, searched } = answer.evidence;
  const shownText = text && [...text].slice(0, listedTextLength).join('');
  return { ...answer, evidence: { text: shownText, sources, model, searched } };
}

/** Whether an answer meets the conditions of a search besides its scope. */
function matchesSearch(
  answer: StoredAnswer,
  search: AnswerSearch,
  citedDomains: readonly string[],
): boolean {
  const { scanId, mentions, mentionsNot, domain, citedPage, words } = search;
  const text = answer.evidence?.text ?? null;
  return (
    (scanId.length === 0 || scanId.includes(answer.scanId)) &&
    mentions.every((id) => answer.brandIds.includes(id)) &&
    !mentionsNot.some((id) => answer.brandIds.includes(id)) &&
    (domain.length === 0 || domain.some((name) => citedDomains.includes(name))) &&
    (citedPage.length === 0 || citedPage.some((page) => answer.pages?.includes(page))) &&
    (words.length === 0 || (text !== null && createWordMatcher(words)(readVisibleText(text).text)))
  );
}

/** Implements `Store.answers` for a site that the tenant can see. */
export function answersOf(
  tables: Tables,
  siteId: string,
  search: AnswerSearch,
  { after, limit }: AnswerPageRequest,
): FoundAnswer[] {
  const scans = new Map(findCompletedScans(tables, siteId, search).map((scan) => [scan.id, scan]));
  const citedDomainsOf = createDomainReader(tables, siteId);
  return [...tables.answers.values()]
    .filter(
      (answer) =>
        isAnswerInScope(tables, siteId, answer, search) &&
        matchesSearch(answer, search, citedDomainsOf(answer)),
    )
    .flatMap((answer) => {
      const scan = scans.get(answer.scanId);
      return scan ? [toFoundAnswer(tables, answer, scan, citedDomainsOf(answer))] : [];
    })
    .filter((answer) => after === null || compareAnswers(after, answer) < 0)
    .sort(compareAnswers)
    .slice(0, limit)
    .map(toListedAnswer);
}

/** Implements `Store.firstAnswers` for a site that the tenant can see. */
export function firstAnswersOf(
  tables: Tables,
  siteId: string,
  search: AnswerSearch,
  limit: number,
): FirstAnswers {
  const answers = answersOf(tables, siteId, search, { after: null, limit: Infinity });
  const isCounted = search.words.length === 0 || answers.length < limit;
  return { answers: answers.slice(0, limit), total: isCounted ? answers.length : null };
}

/** Implements `Store.answer` for a site that the tenant can see. */
export function answerOf(
  tables: Tables,
  siteId: string,
  identity: AnswerIdentity,
): WholeAnswer | null {
  const scan = findCompletedScans(tables, siteId, allDays).find(({ id }) => id === identity.scanId);
  const answer = tables.answers.get(answerIdOf(identity));
  const citedDomainsOf = createDomainReader(tables, siteId);
  return scan && answer ? toFoundAnswer(tables, answer, scan, citedDomainsOf(answer)) : null;
}
