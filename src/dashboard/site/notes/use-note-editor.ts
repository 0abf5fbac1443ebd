import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isUuid } from '../../../contract/fields.ts';
import { ApiError } from '../../api/errors.ts';
import { knownNotesQuery } from '../../api/notes.ts';
import { useSession } from '../../session/use-session.ts';
import { type DraftOf, unsent } from './draft-store.ts';
import { carryDraft, isKept, writeDraft } from './drafts.ts';
import { editorStateOf, errorOf } from './editor-state.ts';
import { useAdding, useNotAdded, useSending } from './use-adding.ts';
import { useDraft, useOnItsWay } from './use-draft.ts';

/** What keeps a note from being sent, by field. */
export interface Faults {
  id?: string;
  body?: string;
}

/** Whether an error says that the recommendation does not exist. */
export const isMissing = (error: Error | null): boolean =>
  error instanceof ApiError && error.kind === 'notFound';

/** Asks before the page is left while a draft would be lost. */
function useLeaveWarning(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isLost]);
}

function faultsOf(named: string, text: string): Faults {
  const id = named === '' ? 'Name the recommendation by its ID.' : 'Enter a valid ID.';
  return {
    ...(isUuid(named) ? {} : { id }),
    ...(text.trim() === '' ? { body: 'Write the note first.' } : {}),
  };
}

interface NoteEditorOptions {
  siteId: string;
  /** From the address; null while none is named. */
  recommendationId: string | null;
  onRecommendation: (recommendationId: string) => void;
}

/** The draft of a note on one recommendation: its state, and what can be done with it. */
export function useNoteEditor({ siteId, recommendationId, onRecommendation }: NoteEditorOptions) {
  const session = useSession().facts.session;
  const keyFingerprint = session?.keyFingerprint ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [sentAt, setSentAt] = useState(0);
  const shownId = typed ?? recommendationId ?? '';
  const named = shownId.trim().toLowerCase();
  const id = isUuid(named) ? named : '';
  // While an id is being corrected, the draft of the one before stays in view.
  const draftId = id || (recommendationId ?? '');
  const draftOf = (of: string): DraftOf => ({ keyFingerprint, siteId, recommendationId: of });
  const [draft, write] = useDraft(draftOf(draftId));
  const [unnamed] = useDraft(draftOf(''));
  const adding = useAdding();
  const { data: notes = [] } = useQuery(knownNotesQuery(siteId, id));
  const notAdded = useNotAdded(siteId).findLast((each) => each.recommendationId === draftId);
  const [sending = null] = useSending(siteId, draftId);
  const isOnItsWay = useOnItsWay(draft);
  const error = notAdded?.error ?? null;
  const state = editorStateOf({ draft, sending, isOnItsWay, sentAt, error });
  const isLost = draft.text !== '' && !isKept(draftOf(draftId));
  useLeaveWarning(isLost);

  const settle = (text: string) => {
    setFaults({});
    adding.dismiss(siteId, draftId);
    write(unsent(text));
  };
  return {
    state,
    faults,
    shownId,
    notes,
    isLost,
    /** False once it is known that this key lacks the scope. */
    canAdd: session?.canAddNotes !== false,
    isAdded: adding.isAdded(siteId, draftId),
    /** Whether another draft waits that names no recommendation. */
    hasUnnamed: draftId !== '' && unnamed.text !== '',
    /** Takes what was typed as the recommendation's ID. */
    name: (text: string) => {
      setFaults({});
      setTyped(text);
      const next = text.trim().toLowerCase();
      if (!isUuid(next)) return;
      // What was written before any id, or under one that does not exist, is meant for this one.
      if (recommendationId === null || isMissing(errorOf(state))) {
        carryDraft(draftOf(draftId), draftOf(next));
      }
      setTyped(null);
      onRecommendation(next);
    },
    /** Replaces the draft, which then counts as not sent. */
    settle,
    /** Sends the draft. @returns what keeps it from being sent; nothing where it was. */
    send: (): Faults => {
      const found = faultsOf(named, draft.text);
      setFaults(found);
      if (found.id === undefined && found.body === undefined) setSentAt(adding.add(draftOf(id)));
      return found;
    },
    /** Adds the draft without an ID to this one. */
    takeUnnamed: () => {
      settle([draft.text, unnamed.text].filter(Boolean).join('\n\n'));
      writeDraft(draftOf(''), unsent(''));
    },
  };
}

export type NoteEditor = ReturnType<typeof useNoteEditor>;
