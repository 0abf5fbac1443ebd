import type { Draft } from '../../app/session/draft-store.ts';

/**
 * The state of the note editor.
 * - `editing`: the note can be written and sent. The error is why the last attempt failed; null if it did not.
 * - `sending`: this tab is sending it.
 * - `sendingElsewhere`: it was sent from another tab or before a reload, and the outcome may still arrive.
 * - `uncertain`: it was sent and may have been saved. The error is null if it was sent before a reload or from another
 *   tab.
 */
export type EditorState =
  | { kind: 'editing'; text: string; error: Error | null }
  | { kind: 'sending' | 'sendingElsewhere'; text: string }
  | { kind: 'uncertain'; text: string; error: Error | null };

/** What the editor's state is derived from. */
export interface EditorInputs {
  draft: Draft;
  /** The text that this tab is sending; null if it is sending none. */
  sendingText: string | null;
  /** Whether some tab may still be sending the draft. */
  isInFlight: boolean;
  /** When this drawer last sent a note, in milliseconds since 1970; 0 for never. */
  sentAt: number;
  /** Why the last attempt to add a note failed; null if it did not. The note may have been saved all the same. */
  error: Error | null;
}

/** The state of the editor of one recommendation's draft. */
export function editorStateOf(inputs: EditorInputs): EditorState {
  const { draft, sendingText, isInFlight, sentAt, error } = inputs;
  if (sendingText !== null) return { kind: 'sending', text: sendingText };
  if (isInFlight) {
    // Between the click and the start of the request, only the draft shows that the note is being sent.
    const isSentFromHere = draft.since === sentAt;
    return { kind: isSentFromHere ? 'sending' : 'sendingElsewhere', text: draft.text };
  }
  const isUncertain = draft.state !== 'unsent' && draft.text !== '';
  return { kind: isUncertain ? 'uncertain' : 'editing', text: draft.text, error };
}

/** The text of a note being sent from this or another tab; null if there is none. */
export const pendingTextOf = (state: EditorState): string | null =>
  state.kind === 'sending' || state.kind === 'sendingElsewhere' ? state.text : null;

/** Why the last attempt to add a note failed; null if it did not, or while a note is being sent. */
export const errorOf = (state: EditorState): Error | null =>
  state.kind === 'editing' || state.kind === 'uncertain' ? state.error : null;
