import {
  type Draft,
  type DraftOwner,
  inMemory,
  notifyDrafts,
  prefix,
  readDraft,
  textAt,
  unsent,
} from './draft-store.ts';

export const uncertain = (text: string): Draft => ({ text, state: 'uncertain', since: 0 });

/** Milliseconds after which a sending tab has a response, has given up or is closed. */
const sendingTime = 20_000;

/** Milliseconds for which a tab may still be sending a draft; 0 if none is. */
export function sendingLeft({ state, since }: Draft, now: number): number {
  const passed = now - since;
  // A time in the future was written by another clock.
  return state === 'sending' && passed >= 0 ? Math.max(0, sendingTime - passed) : 0;
}

const nameOf = ({ keyFingerprint, siteId, recommendationId }: DraftOwner): string =>
  [prefix, keyFingerprint, siteId, recommendationId].join(' ');

/** The serialised draft, which only changes with the draft; null without one. */
export const draftText = (owner: DraftOwner): string | null => textAt(nameOf(owner));

/** Stores a draft, or removes it if it is empty. */
export function writeDraft(owner: DraftOwner, draft: Draft): void {
  const name = nameOf(owner);
  const text = draft.text === '' ? null : JSON.stringify(draft);
  try {
    // Removed first, to free its space and to leave no older text if writing fails.
    window.localStorage.removeItem(name);
    if (text !== null) window.localStorage.setItem(name, text);
    inMemory.delete(name);
  } catch {
    // Storage is full or blocked.
    if (text === null) inMemory.delete(name);
    else inMemory.set(name, text);
  }
  notifyDrafts();
}

/** Moves an unsent draft to another owner, unless that has a draft. */
export function moveDraft(from: DraftOwner, to: DraftOwner): void {
  const { text, state } = readDraft(draftText(from));
  if (text === '' || state !== 'unsent' || readDraft(draftText(to)).text !== '') return;
  writeDraft(to, unsent(text));
  writeDraft(from, unsent(''));
}

/** Whether a draft is stored; otherwise it lasts as long as the page. */
export const isStored = (owner: DraftOwner): boolean => !inMemory.has(nameOf(owner));
