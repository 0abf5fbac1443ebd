import { describe, expect, it } from 'vitest';
import { type Draft, toUnsentDraft } from '../../app/session/draft-store.ts';
import { type EditorInputs, editorStateOf, errorOf, pendingTextOf } from './editor-state.ts';

const sendingDraft: Draft = { text: 'Note', state: 'sending', since: 100 };
const error = new Error('No.');
const inputsWith = (changes: Partial<EditorInputs>): EditorInputs => ({
  draft: toUnsentDraft('Note'),
  sendingText: null,
  isInFlight: false,
  sentAt: 0,
  error: null,
  ...changes,
});

describe('the state of the note editor', () => {
  it.each<[string, Partial<EditorInputs>, string, string, Error | null, string | null]>([
    ['an unsent draft', {}, 'editing', 'Note', null, null],
    ['an empty draft', { draft: toUnsentDraft('') }, 'editing', '', null, null],
    ['a refused draft', { error }, 'editing', 'Note', error, null],
    [
      'a request from this tab',
      { draft: sendingDraft, sendingText: 'Note', error },
      'sending',
      'Note',
      null,
      'Note',
    ],
    [
      'a click whose request has not started',
      { draft: sendingDraft, isInFlight: true, sentAt: 100 },
      'sending',
      'Note',
      null,
      'Note',
    ],
    [
      'another tab’s request',
      { draft: sendingDraft, isInFlight: true },
      'sendingElsewhere',
      'Note',
      null,
      'Note',
    ],
    ['a request that outlived its tab', { draft: sendingDraft }, 'uncertain', 'Note', null, null],
    [
      'a lost response',
      { draft: { ...toUnsentDraft('Note'), state: 'uncertain' }, error },
      'uncertain',
      'Note',
      error,
      null,
    ],
    [
      'an emptied uncertain draft',
      { draft: { ...toUnsentDraft(''), state: 'uncertain' } },
      'editing',
      '',
      null,
      null,
    ],
  ])('follows from %s', (_, changes, kind, text, shownError, pending) => {
    const state = editorStateOf(inputsWith(changes));
    expect([state.kind, state.text]).toEqual([kind, text]);
    expect(errorOf(state)).toBe(shownError);
    expect(pendingTextOf(state)).toBe(pending);
  });
});
