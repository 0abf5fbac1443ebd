import * as v from 'valibot';
import type { RecommendationIds } from '../../api/notes.ts';

/** A note that has not been saved, or may not have been. */
const Draft = v.object({
  text: v.string(),
  /** Not sent yet, being sent from some tab of this browser, or sent with an unknown outcome. */
  state: v.picklist(['unsent', 'sending', 'uncertain']),
  /** When sending started, in milliseconds since 1970; 0 if it is not being sent. */
  since: v.number(),
  /** For whom the note is; absent if that was not asked. */
  audience: v.optional(v.picklist(['team', 'client'])),
});
export type Draft = v.InferOutput<typeof Draft>;

export const toUnsentDraft = (text: string): Draft => ({ text, state: 'unsent', since: 0 });

/**
 * What a draft belongs to: a recommendation, whose ID is empty until one is chosen, and the key, which is never stored
 * itself.
 */
export interface DraftOwner extends RecommendationIds {
  keyFingerprint: string;
}

/** The start of every draft's name in the browser's storage. */
export const draftPrefix = 'sightline-draft';

/** Serialised drafts that could not be stored, by name. They last as long as the page. */
export const memoryDrafts = new Map<string, string>();
const listeners = new Set<() => void>();

/** Notifies this tab's listeners that a draft has changed. */
export function notifyDraftListeners(): void {
  for (const listener of listeners) listener();
}

/** Reads a serialised draft, given its name in the browser's storage. @returns null if there is none */
export function readStoredText(name: string): string | null {
  const text = memoryDrafts.get(name);
  if (text !== undefined) return text;
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Parses a serialised draft. @returns an empty draft for null and for text that is not a draft */
export function readDraft(text: string | null): Draft {
  if (text !== null) {
    try {
      const draft = v.safeParse(Draft, JSON.parse(text));
      if (draft.success) return draft.output;
    } catch {
      // Invalid JSON, so this code did not write it.
    }
  }
  return toUnsentDraft('');
}

/** Calls the listener on every change of a draft, in this or another tab. Returns a function that unsubscribes. */
export function watchDrafts(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const prefixOf = (keyFingerprint: string): string => `${draftPrefix} ${keyFingerprint} `;

function namesOf(keyFingerprint: string): string[] {
  const prefix = prefixOf(keyFingerprint);
  let stored: string[] = [];
  try {
    stored = Object.keys(window.localStorage);
  } catch {
    // Without storage, all drafts are in memory.
  }
  return [...new Set([...stored, ...memoryDrafts.keys()])].filter((name) =>
    name.startsWith(prefix),
  );
}

/** The drafts of a key on this device, with their owners. */
export const draftsOf = (keyFingerprint: string): (DraftOwner & Draft)[] =>
  namesOf(keyFingerprint).map((name) => {
    const [siteId = '', recommendationId = ''] = name
      .slice(prefixOf(keyFingerprint).length)
      .split(' ');
    return { keyFingerprint, siteId, recommendationId, ...readDraft(readStoredText(name)) };
  });

/** Discards every draft of a key on this device. */
export function discardDrafts(keyFingerprint: string): void {
  for (const name of namesOf(keyFingerprint)) {
    memoryDrafts.delete(name);
    try {
      window.localStorage.removeItem(name);
    } catch {
      // Without storage, the draft was only in memory.
    }
  }
  notifyDraftListeners();
}
