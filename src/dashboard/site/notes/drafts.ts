import {
  type Draft,
  type DraftOwner,
  draftPrefix,
  memoryDrafts,
  notifyDraftListeners,
  readDraft,
  readStoredText,
  toUnsentDraft,
} from '../../app/session/draft-store.ts';

/** Milliseconds after which a sending tab has a response, has given up or is closed. */
const maxSendingTime = 20_000;

/** Milliseconds for which a tab may still be sending a draft; 0 if none is. */
export function sendingTimeLeft({ state, since }: Draft, now: number): number {
  const passed = now - since;
  // A time in the future means that the clock has since been set back.
  return state === 'sending' && passed >= 0 ? Math.max(0, maxSendingTime - passed) : 0;
}

const nameOf = ({ keyFingerprint, siteId, recommendationId }: DraftOwner): string =>
  [draftPrefix, keyFingerprint, siteId, recommendationId].join(' ');

/** The serialised draft, which stays the same string until the draft changes; null if there is none. */
export const readSerialisedDraft = (owner: DraftOwner): string | null =>
  readStoredText(nameOf(owner));

/** Stores a draft, or removes it if it is empty. */
export function writeDraft(owner: DraftOwner, draft: Draft): void {
  const name = nameOf(owner);
  const serialised = draft.text === '' ? null : JSON.stringify(draft);
  try {
    // Removes the old draft first, which frees its space and leaves no outdated text if writing fails.
    window.localStorage.removeItem(name);
    if (serialised !== null) window.localStorage.setItem(name, serialised);
    memoryDrafts.delete(name);
  } catch {
    // Storage is full or blocked, so the draft stays in memory.
    if (serialised === null) memoryDrafts.delete(name);
    else memoryDrafts.set(name, serialised);
  }
  notifyDraftListeners();
}

/** Moves an unsent draft to another owner, unless that owner already has one. */
export function moveDraft(from: DraftOwner, to: DraftOwner): void {
  const draft = readDraft(readSerialisedDraft(from));
  const { text, state } = draft;
  if (text === '' || state !== 'unsent' || readDraft(readSerialisedDraft(to)).text !== '') return;
  writeDraft(to, draft);
  writeDraft(from, toUnsentDraft(''));
}

/** Whether a draft outlasts the page; false if it is only in memory. */
export const isStored = (owner: DraftOwner): boolean => !memoryDrafts.has(nameOf(owner));
