import * as v from 'valibot';

/** A note that is not known to have arrived. */
export interface Draft {
  text: string;
  /** True from the moment it is sent until it is known what became of it. */
  sent: boolean;
}

/** What a draft belongs to. The key goes by the fingerprint that the host gives, never by itself. */
export interface DraftOf {
  keyFingerprint: string;
  siteId: string;
  /** Empty while none is named yet. */
  recommendationId: string;
}

const prefix = 'sightline-draft';
const Kept = v.object({ text: v.string(), sent: v.boolean() });

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
  return { text: '', sent: false };
}

/** Keeps a draft, or nothing where it holds nothing. */
export function writeDraft(of: DraftOf, draft: Draft): void {
  const name = nameOf(of);
  const text = draft.text === '' ? null : JSON.stringify(draft);
  try {
    if (text === null) window.localStorage.removeItem(name);
    else window.localStorage.setItem(name, text);
    unkept.delete(name);
  } catch {
    // No room, or none allowed.
    if (text === null) unkept.delete(name);
    else unkept.set(name, text);
  }
  for (const listener of listeners) listener();
}

/** Gives what was written before a recommendation was named to the one that is named now, if it has none. */
export function carryDraft(of: DraftOf): void {
  const unnamed = { ...of, recommendationId: '' };
  const { text } = readDraft(draftText(unnamed));
  if (text === '' || readDraft(draftText(of)).text !== '') return;
  writeDraft(of, { text, sent: false });
  writeDraft(unnamed, { text: '', sent: false });
}

/** Tells of every change of a draft, in this tab and in others. */
export function watchDrafts(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function namesOf(keyFingerprint: string): string[] {
  const own = `${prefix} ${keyFingerprint} `;
  let kept: string[] = [];
  try {
    kept = Object.keys(window.localStorage);
  } catch {
    // What is not kept is in `unkept`.
  }
  return [...new Set([...kept, ...unkept.keys()])].filter((name) => name.startsWith(own));
}

/** How many drafts a key has on this device. */
export const countDrafts = (keyFingerprint: string): number => namesOf(keyFingerprint).length;

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
