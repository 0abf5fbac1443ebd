import { useEffect, useState } from 'react';
import type { ListedAnswer } from '../../../contract/sightline/answers.ts';
import { pageLocale } from '../../locale.ts';
import type { AnswersResult } from './use-answers.ts';

/** Steps from the chosen answer to its neighbours in the list. */
export interface Steps {
  /** Null at the start of the list, and for an answer that is not in it. */
  onPrevious: (() => void) | null;
  /**
   * After the last loaded answer, loads the next page of the list first. Null at the end of the list, after the last
   * loaded answer while another list loads, and for an answer that is not in the list.
   */
  onNext: (() => void) | null;
  /** "Answer 12 of 340", or "Answer 12" without a total, for screen readers; empty for an answer not in the list. */
  position: string;
  /** Why the next page could not be loaded, while the last loaded answer is chosen; otherwise null. */
  error: Error | null;
}

function describePosition(index: number, total: number | null): string {
  const numberFormat = new Intl.NumberFormat(pageLocale());
  const position = `Answer ${numberFormat.format(index + 1)}`;
  return total === null ? position : `${position} of ${numberFormat.format(total)}`;
}

interface StepsProps {
  answers: readonly ListedAnswer[];
  query: AnswersResult;
  /** The number of answers, loaded or not; null if unknown. */
  total: number | null;
  /** The ID of the chosen answer. */
  chosenId: string | null;
  onAnswer: (id: string) => void;
}

/** Steps through the list of answers, loading more pages as needed. */
export function useSteps({ answers, query, total, chosenId, onAnswer }: StepsProps): Steps {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  /** The ID of the answer to leave once the next one has loaded; null if no step is waiting for that. */
  const [leavingId, setLeavingId] = useState<string | null>(null);
  const index = answers.findIndex(({ id }) => id === chosenId);
  const previousId = answers[index - 1]?.id;
  const nextId = index === -1 ? undefined : answers[index + 1]?.id;
  // A choice made in the meantime takes precedence.
  useEffect(() => {
    if (leavingId !== chosenId) setLeavingId(null);
  }, [leavingId, chosenId]);
  const isLeaving = leavingId !== null && leavingId === chosenId;
  useEffect(() => {
    if (!isLeaving || isFetchingNextPage) return;
    if (nextId !== undefined) onAnswer(nextId);
    if (nextId !== undefined || !hasNextPage || isFetchNextPageError) setLeavingId(null);
    // A page may be empty, in which case the next answer is on a later page.
    else void fetchNextPage();
  }, [
    isLeaving,
    isFetchingNextPage,
    nextId,
    hasNextPage,
    isFetchNextPageError,
    fetchNextPage,
    onAnswer,
  ]);
  const canLoad = index !== -1 && hasNextPage && !query.isPlaceholderData;
  const load = () => {
    setLeavingId(chosenId);
    if (!isFetchingNextPage) void fetchNextPage();
  };
  const isLast = index !== -1 && index === answers.length - 1;
  return {
    onPrevious: previousId === undefined ? null : () => onAnswer(previousId),
    onNext: nextId === undefined ? (canLoad ? load : null) : () => onAnswer(nextId),
    position: index === -1 ? '' : describePosition(index, total),
    error: isLast && isFetchNextPageError && !isFetchingNextPage ? query.error : null,
  };
}
