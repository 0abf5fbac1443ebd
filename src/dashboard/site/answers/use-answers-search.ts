import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { plainSearch } from '../../search-format.ts';
import { usePageSettings } from '../../session/use-session.ts';
import { readSearch, type TimelineSearch, writeSearch } from '../question/search.ts';
import { useOptimisticSearch } from '../question/use-optimistic-search.ts';
import { type AnswersSearch, readAnswersSearch, writeAnswersSearch } from './answers-search.ts';

/** Whether two searches differ at most in the open prompt, so that they find the same answers. */
const isSameSelection = (one: TimelineSearch, other: TimelineSearch): boolean =>
  JSON.stringify(writeSearch({ ...one, prompt: null })) ===
  JSON.stringify(writeSearch({ ...other, prompt: null }));

/**
 * The answers page's search, the names of parameters dropped from it, and functions to change it.
 */
export function useAnswersSearch() {
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const { capabilities } = usePageSettings();
  const addressState = useMemo(() => {
    const plain = plainSearch(address);
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
    (search: TimelineSearch, next: AnswersSearch, replace: boolean) =>
      void navigate({
        to: '.',
        search: { ...writeSearch(search), ...writeAnswersSearch(next) },
        resetScroll: false,
        replace,
      }),
    [navigate],
  );
  // Other filters select other answers, so the chosen one is cleared.
  const go = useCallback(
    (next: TimelineSearch) => {
      const chosen = isSameSelection(addressSearch, next) ? {} : { answer: null, beside: null };
      goTo(next, { ...answersSearch, ...chosen }, false);
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
  const onBoth = (search: TimelineSearch, next: AnswersSearch) => goTo(search, next, false);
  return { dropped, search, answersSearch, onSearch, correct, onAnswersSearch, onBoth };
}
