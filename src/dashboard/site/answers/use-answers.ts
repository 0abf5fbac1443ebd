import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedAnswerPage } from '../../../contract/sightline/answers.ts';
import { itemsOf } from '../../api/find-in-list.ts';
import { continuationOf } from '../../api/paging.ts';
import { type AnswerCriteria, answersQuery } from '../../api/sightline/answers.ts';
import { countsQuery, sumAnswers } from '../../api/sightline/counts.ts';
import { useCapability } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';

export type AnswersResult = UseInfiniteQueryResult<InfiniteData<ListedAnswerPage, unknown>>;

/**
 * The number of answers that match the filters and the scan, for services that do not send a total with the list; null
 * if other criteria apply or the counts are unavailable.
 */
function useCount(criteria: AnswerCriteria, isNeeded: boolean): number | null {
  const { siteId } = useSite();
  const hasCounts = useCapability('counts');
  const { scanId, mentions, mentionsNot, domain, citedPage, q } = criteria;
  const isCountable =
    isNeeded &&
    q === null &&
    [mentions, mentionsNot, domain, citedPage].every((values) => values.length === 0);
  const { data } = useQuery({
    ...countsQuery({ siteId, request: criteria.filters }),
    enabled: hasCounts && isCountable,
  });
  if (!data || !isCountable) return null;
  return sumAnswers(data.filter((count) => scanId === null || count.scanId === scanId));
}

/**
 * The answers loaded so far for some criteria. While the answers for new criteria load, the previous ones stay.
 * @returns `total` is the number of answers, or null if unknown
 */
export function useAnswers(criteria: AnswerCriteria) {
  const { siteId } = useSite();
  const query = useInfiniteQuery({
    ...answersQuery({ siteId, request: criteria }),
    placeholderData: keepPreviousData,
  });
  const answers = useMemo(() => itemsOf(query.data), [query.data]);
  const sentTotal = query.data?.pages[0]?.total ?? null;
  const count = useCount(criteria, query.data !== undefined && sentTotal === null) ?? sentTotal;
  const isCountUsable =
    Number.isSafeInteger(count) && (count ?? 0) >= answers.length && !query.isPlaceholderData;
  // `hasNextPage` is not enough: it is also false for a list that was cut short.
  const isComplete = query.data !== undefined && continuationOf(query.data) === 'complete';
  return { query, answers, total: isComplete ? answers.length : isCountUsable ? count : null };
}
