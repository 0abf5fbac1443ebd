import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { usePageSettings } from '../../app/session/use-session.ts';
import { useSiteSearch } from '../../use-site.ts';
import { readSearch, type TimelineSearch, writeSearch } from '../search/search.ts';
import { useOptimisticSearch } from '../search/use-optimistic-search.ts';
import { type AnswersSearch, readAnswersSearch, writeAnswersSearch } from './answers-search.ts';

/** Whether two searches differ at most in the open prompt, which does not affect the listed answers. */
const isEqualExceptPrompt = (one: TimelineSearch, other: TimelineSearch): boolean =>
  JSON.stringify(writeSearch({ ...one, prompt: null })) ===
  JSON.stringify(writeSearch({ ...other, prompt: null }));

/**
 * The answers page's search, the names of the parameters dropped from the address, and functions to change the search.
 */
export function useAnswersSearch() {
  const navigate = useNavigate();
  const address = useSiteSearch();
  const { capabilities } = usePageSettings();
  const addressState = useMemo(() => {
    const { dropped, ...search } = readSearch(address, capabilities);
    const pageSearch = readAnswersSearch(address);
    return {
      search,
      answersSearch: pageSearch.answersSearch,
      dropped: [...dropped, ...pageSearch.dropped],
    };
  }, [address, capabilities]);
  const { answersSearch, dropped, search: addressSearch } = addressState;
  const goToSearch = useCallback(
    (nextSearch: TimelineSearch, nextAnswersSearch: AnswersSearch, replace: boolean) =>
      void navigate({
        to: '.',
        search: { ...writeSearch(nextSearch), ...writeAnswersSearch(nextAnswersSearch) },
        resetScroll: false,
        replace,
      }),
    [navigate],
  );
  // A change of filters changes the listed answers, so it clears the chosen one.
  const changeSearch = useCallback(
    (next: TimelineSearch) => {
      const clearedChoice = isEqualExceptPrompt(addressSearch, next)
        ? {}
        : { answer: null, beside: null };
      goToSearch(next, { ...answersSearch, ...clearedChoice }, false);
    },
    [goToSearch, addressSearch, answersSearch],
  );
  const [search, onSearch] = useOptimisticSearch(addressSearch, changeSearch);
  const correct = useCallback(
    (next: TimelineSearch) => goToSearch(next, answersSearch, true),
    [goToSearch, answersSearch],
  );
  const onAnswersSearch = useCallback(
    (next: AnswersSearch, options: { replace: boolean } = { replace: false }) =>
      goToSearch(search, next, options.replace),
    [goToSearch, search],
  );
  const onBothSearches = (nextSearch: TimelineSearch, nextAnswersSearch: AnswersSearch) =>
    goToSearch(nextSearch, nextAnswersSearch, false);
  return { dropped, search, answersSearch, onSearch, correct, onAnswersSearch, onBothSearches };
}
