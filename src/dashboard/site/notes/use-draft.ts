import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type Draft, type DraftOwner, readDraft, watchDrafts } from '../../session/draft-store.ts';
import { readDraftText, sendingTimeLeft, writeDraft } from './drafts.ts';

/** The draft for a recommendation, shared by all tabs, and a function to change it. */
export function useDraft(owner: DraftOwner): [Draft, (draft: Draft) => void] {
  const { keyFingerprint, siteId, recommendationId } = owner;
  const read = useCallback(
    () => readDraftText({ keyFingerprint, siteId, recommendationId }),
    [keyFingerprint, siteId, recommendationId],
  );
  const text = useSyncExternalStore(watchDrafts, read);
  const write = useCallback(
    (draft: Draft) => writeDraft({ keyFingerprint, siteId, recommendationId }, draft),
    [keyFingerprint, siteId, recommendationId],
  );
  return [readDraft(text), write];
}

/** Whether some tab may still be sending a draft. Times out, since a closed tab cannot report back. */
export function useIsInFlight(draft: Draft): boolean {
  const [now, setNow] = useState(Date.now);
  const [seen, setSeen] = useState(draft.since);
  if (seen !== draft.since) {
    setSeen(draft.since);
    setNow(Date.now());
  }
  const left = sendingTimeLeft(draft, now);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0;
}
