import { useCallback, useEffect, useReducer, useSyncExternalStore } from 'react';
import {
  type Draft,
  type DraftOwner,
  readDraft,
  watchDrafts,
} from '../../app/session/draft-store.ts';
import { readSerialisedDraft, sendingTimeLeft, writeDraft } from './drafts.ts';

/** The draft for a recommendation, shared by all tabs, and a function to change it. */
export function useDraft(owner: DraftOwner): [Draft, (draft: Draft) => void] {
  const { keyFingerprint, siteId, recommendationId } = owner;
  const read = useCallback(
    () => readSerialisedDraft({ keyFingerprint, siteId, recommendationId }),
    [keyFingerprint, siteId, recommendationId],
  );
  const serialised = useSyncExternalStore(watchDrafts, read);
  const write = useCallback(
    (draft: Draft) => writeDraft({ keyFingerprint, siteId, recommendationId }, draft),
    [keyFingerprint, siteId, recommendationId],
  );
  return [readDraft(serialised), write];
}

/** Whether a tab may still be sending a draft. False after a time limit, since a closed tab reports no outcome. */
export function useIsInFlight(draft: Draft): boolean {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const timeLeft = sendingTimeLeft(draft, Date.now());
  useEffect(() => {
    if (timeLeft === 0) return;
    const timer = setTimeout(renderAgain, timeLeft);
    return () => clearTimeout(timer);
  }, [timeLeft]);
  return timeLeft > 0;
}
