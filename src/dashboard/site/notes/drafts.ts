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
export const uncertain = (text: string): Draft => ({ text, state: 'uncertain', since: 0 });

/** Milliseconds after which a tab that sends has either an answer or given up, or is gone. */
const sendingTime = 20_000;

/** How much longer another tab may be at sending a draft, in milliseconds; 0 where none is. */
export function sendingLeft({ state, since }: Draft, now: number): number {
  const passed = now - since;
  // A time to come was written under another clock.
  return state === 'sending' && passed >= 0 ? Math.max(0, sendingTime - passed) : 0;
}

/** What a draft belongs to. The key goes by the fingerprint that the host gives, never by itself. */
export interface DraftOf {
  keyFingerprint: string;
  siteId: string;
  /** Empty while none is named yet. */
  recommendationId: string;
}

const prefix = 'sightline-draft';
const Kept = v.object({
  text: v.string(),
  state: v.picklist(['unsent', 'sending', 'uncertain']),
  since: v.number(),
});

const nameOf = ({ keyFingerprint, siteId, recommendationId }: DraftOf): string =>
  [prefix, keyFingerprint, siteId, recommendationId].join(' ');

/** Where a browser keeps nothing, drafts live as long as the page. */
const unkept = new Map<string, string>();
const listeners = new Set<() => void>();

function textAt(name: string): string | null {
  const text = unkept.get(name);
  if (text !== undefined) return text;
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The draft as it is kept, as text that stays the same while the draft does; null without one. */
export const draftText = (of: DraftOf): string | null => textAt(nameOf(of));

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

/** Keeps a draft, or nothing where it holds nothing. */
export function writeDraft(of: DraftOf, draft: Draft): void {
  const name = nameOf(of);
  const text = draft.text === '' ? null : JSON.stringify(draft);
  try {
    // First, so that it makes room, and no older text comes back where there is none.
    window.localStorage.removeItem(name);
    if (text !== null) window.localStorage.setItem(name, text);
    unkept.delete(name);
  } catch {
    // No room, or none allowed.
    if (text === null) unkept.delete(name);
    else unkept.set(name, text);
  }
  for (const listener of listeners) listener();
}

/** Gives a draft that was written under another name, or none, to the recommendation named now, if it has none. */
export function carryDraft(from: DraftOf, to: DraftOf): void {
  const { text, state } = readDraft(draftText(from));
  if (text === '' || state !== 'unsent' || readDraft(draftText(to)).text !== '') return;
  writeDraft(to, unsent(text));
  writeDraft(from, unsent(''));
}

/** False where the browser keeps nothing, so that a draft lives as long as the page. */
export const isKept = (of: DraftOf): boolean => !unkept.has(nameOf(of));

/** Tells of every change of a draft, in this tab and in others. */
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
  for (const listener of listeners) listener();
}
