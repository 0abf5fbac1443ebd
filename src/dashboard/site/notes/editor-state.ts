import type { Draft } from './draft-store.ts';

/**
 * What the editor of a note does.
 * - `editing`: the note can be written and sent. The error is why sending it failed the last time.
 * - `sending`: this tab is sending it. `elsewhere`: another tab is, or was when its page was left.
 * - `uncertain`: it was sent and may have been saved. The error is null after the page was left in between.
 */
export type EditorState =
  | { kind: 'editing'; text: string; error: Error | null }
  | { kind: 'sending' | 'elsewhere'; text: string }
  | { kind: 'uncertain'; text: string; error: Error | null };

/** What the state is derived from. */
export interface EditorFacts {
  draft: Draft;
  /** Text that this tab's session is sending; null where it is not. */
  sending: string | null;
  /** Whether the draft may still be on its way from some tab. */
  isOnItsWay: boolean;
  /** When this drawer last sent a note, in milliseconds since 1970; 0 for never. */
  sentAt: number;
  /** Why the last note was not added; null where there is no failure to show. */
  error: Error | null;
}

/** The state of the editor of one recommendation's draft. */
export function editorStateOf(facts: EditorFacts): EditorState {
  const { draft, sending, isOnItsWay, sentAt, error } = facts;
  if (sending !== null) return { kind: 'sending', text: sending };
  if (isOnItsWay) {
    // Between a click and the start of its request, the draft alone says that it is being sent.
    const isOwn = draft.since === sentAt;
    return { kind: isOwn ? 'sending' : 'elsewhere', text: draft.text };
  }
  const isUncertain = draft.state !== 'unsent' && draft.text !== '';
  return { kind: isUncertain ? 'uncertain' : 'editing', text: draft.text, error };
}

/** Text of a note on its way, from this tab or another; null where none is. */
export const pendingTextOf = (state: EditorState): string | null =>
  state.kind === 'sending' || state.kind === 'elsewhere' ? state.text : null;

/** Why the last note was not added; null while one is on its way. */
export const errorOf = (state: EditorState): Error | null =>
  state.kind === 'editing' || state.kind === 'uncertain' ? state.error : null;
