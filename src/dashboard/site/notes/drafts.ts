import {
  type Draft,
  type DraftOf,
  notifyDrafts,
  prefix,
  readDraft,
  textAt,
  unkept,
  unsent,
} from './draft-store.ts';

export const uncertain = (text: string): Draft => ({ text, state: 'uncertain', since: 0 });

/** Milliseconds after which a tab that sends has either an answer or given up, or is gone. */
const sendingTime = 20_000;

/** How much longer another tab may be at sending a draft, in milliseconds; 0 where none is. */
export function sendingLeft({ state, since }: Draft, now: number): number {
  const passed = now - since;
  // A time to come was written under another clock.
  return state === 'sending' && passed >= 0 ? Math.max(0, sendingTime - passed) : 0;
}

const nameOf = ({ keyFingerprint, siteId, recommendationId }: DraftOf): string =>
  [prefix, keyFingerprint, siteId, recommendationId].join(' ');

/** The draft as it is kept, as text that stays the same while the draft does; null without one. */
export const draftText = (of: DraftOf): string | null => textAt(nameOf(of));

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
  notifyDrafts();
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
