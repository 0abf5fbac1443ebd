import { useCallback, useSyncExternalStore } from 'react';
import {
  type Draft,
  type DraftOf,
  draftText,
  readDraft,
  watchDrafts,
  writeDraft,
} from './drafts.ts';

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
