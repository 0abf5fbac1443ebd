import { compareAnswers } from '../answer-search.ts';
import { createWordMatcher } from '../answer-words.ts';
import { scanInstant } from '../scan-day.ts';
import {
  type AnswerIdentity,
  type AnswerPageRequest,
  type AnswerSearch,
  type FoundAnswer,
  listedTextLength,
  type TimelineScan,
} from '../store.ts';
import type { StoredAnswer, Tables } from './tables.ts';
import { completedScans, isAnswerInScope } from './timeline.ts';

const everyDay = { startDate: null, endDate: null };

function toFoundAnswer(tables: Tables, answer: StoredAnswer, scan: TimelineScan): FoundAnswer {
  const { scanId, promptId, platform, region, run, brandIds, sentiments, domains = [] } = answer;
  const { mentionsGiven: _, ...evidence } = answer.evidence ?? { mentionsGiven: false };
  return {
    scanId,
    promptId,
    platform,
    region,
    run,
    brandIds,
    sentiments,
    domains,
    at: scanInstant(scan),
    completedAt: scan.completedAt,
    prompt: tables.prompts.get(promptId)?.text ?? '',
    evidence: 'text' in evidence ? evidence : null,
  };
}

/** The answer with its text cut after `listedTextLength` characters. */
function withListedText(answer: FoundAnswer): FoundAnswer {
  const { evidence } = answer;
  if (!evidence?.text) return answer;
  const text = [...evidence.text].slice(0, listedTextLength).join('');
  return { ...answer, evidence: { ...evidence, text } };
}

function matchesSearch(answer: StoredAnswer, search: AnswerSearch): boolean {
  const { scanId, mentions, mentionsNot, domain, words } = search;
  const text = answer.evidence?.text ?? null;
  return (
    (scanId.length === 0 || scanId.includes(answer.scanId)) &&
    mentions.every((id) => answer.brandIds.includes(id)) &&
    !mentionsNot.some((id) => answer.brandIds.includes(id)) &&
    (domain.length === 0 || domain.some((each) => answer.domains?.includes(each))) &&
    (words.length === 0 || (text !== null && createWordMatcher(words)(text)))
  );
}

/** Implements `Store.answers` for a site that is visible. */
export function answersOf(
  tables: Tables,
  siteId: string,
  search: AnswerSearch,
  { after, limit }: AnswerPageRequest,
): FoundAnswer[] {
  const scans = new Map(completedScans(tables, siteId, search).map((scan) => [scan.id, scan]));
  return [...tables.answers.values()]
    .filter(
      (answer) => isAnswerInScope(tables, siteId, answer, search) && matchesSearch(answer, search),
    )
    .flatMap((answer) => {
      const scan = scans.get(answer.scanId);
      return scan ? [toFoundAnswer(tables, answer, scan)] : [];
    })
    .filter((answer) => after === null || compareAnswers(after, answer) < 0)
    .sort(compareAnswers)
    .slice(0, limit)
    .map(withListedText);
}

/** Implements `Store.answer` for a site that is visible. */
export function answerOf(
  tables: Tables,
  siteId: string,
  place: AnswerIdentity,
): FoundAnswer | null {
  const scan = completedScans(tables, siteId, everyDay).find(({ id }) => id === place.scanId);
  const answer = [...tables.answers.values()].find(
    (each) =>
      each.scanId === place.scanId &&
      each.promptId === place.promptId &&
      each.platform === place.platform &&
      each.region === place.region &&
      each.run === place.run,
  );
  return scan && answer ? toFoundAnswer(tables, answer, scan) : null;
}
