import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { itemsOf } from '../../api/find-in-list.ts';
import { type AnswersQuestion, answersQuery } from '../../api/sightline/answers.ts';
import { countsQuery, totalAnswers } from '../../api/sightline/counts.ts';
import { useCapability } from '../../session/use-session.ts';

/** How many answers the filters select; null if other criteria narrow them, or without counts. */
function useTotal(siteId: string, question: AnswersQuestion): number | null {
  const hasCounts = useCapability('counts');
  const { scanId, mentions, mentionsNot, domain, q } = question;
  const isCountable =
    q === null && mentions.length === 0 && mentionsNot.length === 0 && domain.length === 0;
  const { data } = useQuery({
    ...countsQuery(siteId, question.filters),
    enabled: hasCounts && isCountable,
  });
  if (!data || !isCountable) return null;
  return totalAnswers(data.filter((each) => scanId === null || each.scanId === scanId));
}

/** The answers that a question selects. While a new question loads, those of the last one stay. */
export function useAnswers(siteId: string, question: AnswersQuestion) {
  const query = useInfiniteQuery({
    ...answersQuery(siteId, question),
    placeholderData: keepPreviousData,
  });
  const answers = useMemo(() => itemsOf(query.data), [query.data]);
  return { query, answers, total: useTotal(siteId, question) };
}
