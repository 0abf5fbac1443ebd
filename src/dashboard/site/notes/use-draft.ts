import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type Draft, type DraftOf, readDraft, watchDrafts } from './draft-store.ts';
import { draftText, sendingLeft, writeDraft } from './drafts.ts';

/** The draft for a recommendation, as every tab sees it, and the way to change it. */
export function useDraft(of: DraftOf): [Draft, (draft: Draft) => void] {
  const { keyFingerprint, siteId, recommendationId } = of;
  const read = useCallback(
    () => draftText({ keyFingerprint, siteId, recommendationId }),
    [keyFingerprint, siteId, recommendationId],
  );
  const text = useSyncExternalStore(watchDrafts, read);
  const write = useCallback(
    (draft: Draft) => writeDraft({ keyFingerprint, siteId, recommendationId }, draft),
    [keyFingerprint, siteId, recommendationId],
  );
  return [readDraft(text), write];
}

/** Whether a draft is on its way from some tab, as far as can be known: one that is gone tells nobody. */
export function useOnItsWay(draft: Draft): boolean {
  const [now, setNow] = useState(Date.now);
  const [seen, setSeen] = useState(draft.since);
  if (seen !== draft.since) {
    setSeen(draft.since);
    setNow(Date.now());
  }
  const left = sendingLeft(draft, now);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0;
}
