import { queryOptions } from '@tanstack/react-query';
import type { ListedAnswer, ListedAnswerPage } from '../../../contract/sightline/answers.ts';
import { firstPageCursor, itemsOf } from '../find-in-list.ts';
import type { RequestContext } from '../get.ts';
import { continuationOf, nextCursorOf } from '../paging.ts';
import type { SiteRequest } from '../timeline-call.ts';
import { type AnswerCriteria, answersKey, getAnswers } from './answers.ts';

/** The answers requested per page, and the maximum number of pages read: 500 answers in all. */
const pageSize = 100;
const maxPages = 5;

/** The first answers that match the criteria, in the service's order. */
export interface FirstAnswers {
  answers: ListedAnswer[];
  /** Whether there are, or may be, more. */
  hasMore: boolean;
}

async function getFirstAnswers(
  context: RequestContext,
  about: SiteRequest<AnswerCriteria>,
): Promise<FirstAnswers> {
  const pages: ListedAnswerPage[] = [];
  const pageParams: (string | null)[] = [];
  let cursor: string | null | undefined = firstPageCursor;
  while (cursor !== undefined && pages.length < maxPages) {
    pages.push(await getAnswers(context, about, { cursor, limit: pageSize }));
    pageParams.push(cursor);
    cursor = nextCursorOf({ pages, pageParams });
  }
  const list = { pages, pageParams };
  return { answers: itemsOf(list), hasMore: continuationOf(list) !== 'complete' };
}

/** The first 500 answers that match the criteria, to compare with one answer. Needs the capability `answers`. */
export const comparableAnswersQuery = (about: SiteRequest<AnswerCriteria>) =>
  queryOptions({
    queryKey: ['comparable answers', ...answersKey(about)],
    queryFn: (context) => getFirstAnswers(context, about),
  });
