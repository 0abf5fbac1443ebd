import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { toPlainSearch } from '../../search-format.ts';
import { usePageSettings } from '../../session/use-session.ts';
import { readSearch, type TimelineSearch, writeSearch } from '../question/search.ts';
import { useOptimisticSearch } from '../question/use-optimistic-search.ts';
import { type AnswersSearch, readAnswersSearch, writeAnswersSearch } from './answers-search.ts';

/** Whether two searches differ at most in the open prompt, so that they find the same answers. */
const isSameSelection = (one: TimelineSearch, other: TimelineSearch): boolean =>
  JSON.stringify(writeSearch({ ...one, prompt: null })) ===
  JSON.stringify(writeSearch({ ...other, prompt: null }));

/**
 * The search of the answers page; the names of parameters dropped from the address; and functions to change the search.
 */
export function useAnswersSearch() {
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const { capabilities } = usePageSettings();
  const addressState = useMemo(() => {
    const plain = toPlainSearch(address);
    const { dropped, ...search } = readSearch(plain, capabilities);
    const ownSearch = readAnswersSearch(plain);
    return {
      search,
      answersSearch: ownSearch.answersSearch,
      dropped: [...dropped, ...ownSearch.dropped],
    };
  }, [address, capabilities]);
  const { answersSearch, dropped, search: addressSearch } = addressState;
  const goTo = useCallback(
    (nextSearch: TimelineSearch, nextAnswersSearch: AnswersSearch, replace: boolean) =>
      void navigate({
        to: '.',
        search: { ...writeSearch(nextSearch), ...writeAnswersSearch(nextAnswersSearch) },
        resetScroll: false,
        replace,
      }),
    [navigate],
  );
  // Other filters select other answers, so the chosen one is cleared.
  const go = useCallback(
    (next: TimelineSearch) => {
      const clearedChoice = isSameSelection(addressSearch, next)
        ? {}
        : { answer: null, beside: null };
      goTo(next, { ...answersSearch, ...clearedChoice }, false);
    },
    [goTo, addressSearch, answersSearch],
  );
  const [search, onSearch] = useOptimisticSearch(addressSearch, go);
  const correct = useCallback(
    (next: TimelineSearch) => goTo(next, answersSearch, true),
    [goTo, answersSearch],
  );
  const onAnswersSearch = useCallback(
    (next: AnswersSearch, options: { replace: boolean } = { replace: false }) =>
      goTo(search, next, options.replace),
    [goTo, search],
  );
  const onBothSearches = (nextSearch: TimelineSearch, nextAnswersSearch: AnswersSearch) =>
    goTo(nextSearch, nextAnswersSearch, false);
  return { dropped, search, answersSearch, onSearch, correct, onAnswersSearch, onBothSearches };
}
