import * as v from 'valibot';

/**
 * What is known of a draft: it has not been sent, it is on its way from some tab of this browser, or it was
 * sent and nobody knows what became of it.
 */
export type DraftState = 'unsent' | 'sending' | 'uncertain';

/** A note that is not known to have arrived. */
export interface Draft {
  text: string;
  state: DraftState;
  /** Since when it is on its way, in milliseconds since 1970; 0 where it is not. */
  since: number;
}

export const unsent = (text: string): Draft => ({ text, state: 'unsent', since: 0 });

/** What a draft belongs to. The key goes by the fingerprint that the host gives, never by itself. */
export interface DraftOf {
  keyFingerprint: string;
  siteId: string;
  /** Empty while none is named yet. */
  recommendationId: string;
}

export const prefix = 'sightline-draft';
const Kept = v.object({
  text: v.string(),
  state: v.picklist(['unsent', 'sending', 'uncertain']),
  since: v.number(),
});

/** Where a browser keeps nothing, drafts live as long as the page. */
export const unkept = new Map<string, string>();
const listeners = new Set<() => void>();

/** Tells this tab that a draft has changed. */
export function notifyDrafts(): void {
  for (const listener of listeners) listener();
}

/** A draft's text by its name in the browser's storage; null without one. */
export function textAt(name: string): string | null {
  const text = unkept.get(name);
  if (text !== undefined) return text;
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Reads a draft's text; whatever is no draft reads as none. */
export function readDraft(text: string | null): Draft {
  if (text !== null) {
    try {
      const draft = v.safeParse(Kept, JSON.parse(text));
      if (draft.success) return draft.output;
    } catch {
      // Written by something else.
    }
  }
  return unsent('');
}

/** Calls back at every change of a draft, in this tab and in others. Returns how to stop. */
export function watchDrafts(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const ownPrefix = (keyFingerprint: string): string => `${prefix} ${keyFingerprint} `;

function namesOf(keyFingerprint: string): string[] {
  const own = ownPrefix(keyFingerprint);
  let kept: string[] = [];
  try {
    kept = Object.keys(window.localStorage);
  } catch {
    // What is not kept is in `unkept`.
  }
  return [...new Set([...kept, ...unkept.keys()])].filter((name) => name.startsWith(own));
}

/** The drafts that a key has on this device, with what each belongs to. */
export const draftsOf = (keyFingerprint: string): (DraftOf & Draft)[] =>
  namesOf(keyFingerprint).map((name) => {
    const [siteId = '', recommendationId = ''] = name
      .slice(ownPrefix(keyFingerprint).length)
      .split(' ');
    return { keyFingerprint, siteId, recommendationId, ...readDraft(textAt(name)) };
  });

/** Discards every draft of a key. */
export function discardDrafts(keyFingerprint: string): void {
  for (const name of namesOf(keyFingerprint)) {
    unkept.delete(name);
    try {
      window.localStorage.removeItem(name);
    } catch {
      // Then it was not there either.
    }
  }
  notifyDrafts();
}
