import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fillPath } from '../../../contract/endpoint.ts';
import { answerPath, answersPath } from '../../../contract/endpoints/answers.ts';
import { Answer, ListedAnswerPage, maxAnswerLength } from '../../../contract/sightline/answers.ts';
import { ApiError } from '../errors.ts';
import { firstPageCursor } from '../find-in-list.ts';
import { get, type RequestContext } from '../get.ts';
import { nextCursorOf } from '../paging.ts';
import { type SiteRequest, type TimelineParameters, timelineCall } from '../timeline-call.ts';
import { clipSearch } from './clip-search.ts';

/** Which answers to list: a timeline's filters and days, and further criteria. */
export interface AnswerCriteria {
  /** A timeline's metric, grouping and brand do not select answers, so they are left out. */
  filters: TimelineParameters;
  /** Null for all scans. */
  scanId: string | null;
  /** IDs of brands; an answer must mention all of them. */
  mentions: readonly string[];
  /** IDs of brands; an answer must mention none of them. */
  mentionsNot: readonly string[];
  /** Registrable domains; an answer must cite at least one of them, unless the list is empty. */
  domain: readonly string[];
  /** Pages as the report on cited pages shows them; an answer must cite one of them, unless the list is empty. */
  citedPage: readonly string[];
  /** Words that must all be in the answer's text; null for no search. */
  q: string | null;
}

/** Answers requested per page of the list. */
const pageSize = 50;

function searchOf({ siteId, request: criteria }: SiteRequest<AnswerCriteria>): URLSearchParams {
  const { filters, scanId, mentions, mentionsNot, domain, citedPage, q } = criteria;
  const { search } = timelineCall({
    siteId,
    request: {
      ...filters,
      metric: null,
      groupBy: null,
      brandId: null,
    },
  });
  if (scanId !== null) search.set('scanId', scanId);
  for (const brandId of mentions) search.append('mentions', brandId);
  for (const brandId of mentionsNot) search.append('mentionsNot', brandId);
  for (const name of domain) search.append('domain', name);
  for (const page of citedPage) search.append('citedPage', page);
  if (q !== null) search.set('q', clipSearch(q));
  return search;
}

/** The part of a query key that identifies a site and the criteria for its answers. */
export const answersKey = (about: SiteRequest<AnswerCriteria>) =>
  [about.siteId, searchOf(about).toString()] as const;

/** Reads one page of the answers that match the criteria, for use in a query function. @throws ApiError */
export function getAnswers(
  context: RequestContext,
  about: SiteRequest<AnswerCriteria>,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<ListedAnswerPage> {
  const search = searchOf(about);
  search.set('limit', String(limit));
  if (cursor !== null) search.set('cursor', cursor);
  return get(context, ListedAnswerPage, fillPath(answersPath, { siteId: about.siteId }), search);
}

/** The answers that match the criteria, newest scan first. Needs the capability `answers`. */
export const answersQuery = (about: SiteRequest<AnswerCriteria>) =>
  infiniteQueryOptions({
    queryKey: ['answers', ...answersKey(about)],
    meta: { maxUnused: 10 },
    queryFn: (context) =>
      getAnswers(context, about, { cursor: context.pageParam, limit: pageSize }),
    initialPageParam: firstPageCursor,
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
  });

/** An answer, with its text as the page shows it. */
export interface ShownAnswer extends Answer {
  /** Whether the text was longer than `maxAnswerLength`. */
  isTextCut: boolean;
}

async function getAnswer(
  context: RequestContext,
  siteId: string,
  answerId: string,
): Promise<ShownAnswer> {
  const path = fillPath(answerPath, { siteId, answerId });
  const answer = await get(context, Answer, path);
  // One answer's text must never appear under another's prompt.
  if (answer.id !== answerId) {
    throw new ApiError({
      kind: 'unreadable',
      call: `GET ${path}`,
      reason: 'the response is for another answer',
    });
  }
  const { text } = answer;
  if (text === null || text.length <= maxAnswerLength) return { ...answer, isTextCut: false };
  return { ...answer, text: text.slice(0, maxAnswerLength), isTextCut: true };
}

/** One answer with its text, the positions of brand mentions, and its citations. Needs the capability `answers`. */
export const answerQuery = (siteId: string, answerId: string) =>
  queryOptions({
    queryKey: ['answer', siteId, answerId],
    queryFn: (context) => getAnswer(context, siteId, answerId),
    staleTime: 600_000,
  });
