import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { isUuid } from '../../../contract/fields.ts';
import type { NoteAudience } from '../../../contract/sightline/recommendations.ts';
import { isNotFound } from '../../api/errors.ts';
import { knownNotesQuery } from '../../api/notes.ts';
import {
  type Draft,
  type DraftOwner,
  readDraft,
  toUnsentDraft,
  watchDrafts,
} from '../../app/session/draft-store.ts';
import { useSession } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import { isStored, moveDraft, readSerialisedDraft, sendingTimeLeft, writeDraft } from './drafts.ts';
import { editorStateOf, errorOf } from './editor-state.ts';
import { useAddNote, useFailedNotes, usePendingTexts } from './use-add-note.ts';
import { useCanAddNotes, useHasTeamNotes } from './use-can-add-notes.ts';

/** The draft for a recommendation, shared by all tabs, and a function to change it. */
function useDraft(owner: DraftOwner): [Draft, (draft: Draft) => void] {
  const { keyFingerprint, siteId, recommendationId } = owner;
  const read = useCallback(
    () => readSerialisedDraft({ keyFingerprint, siteId, recommendationId }),
    [keyFingerprint, siteId, recommendationId],
  );
  const serialised = useSyncExternalStore(watchDrafts, read);
  const write = useCallback(
    (draft: Draft) => writeDraft({ keyFingerprint, siteId, recommendationId }, draft),
    [keyFingerprint, siteId, recommendationId],
  );
  return [readDraft(serialised), write];
}

/** Whether a tab may still be sending a draft. False after a time limit, since a closed tab reports no outcome. */
function useIsInFlight(draft: Draft): boolean {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const timeLeft = sendingTimeLeft(draft, Date.now());
  useEffect(() => {
    if (timeLeft === 0) return;
    const timer = setTimeout(renderAgain, timeLeft);
    return () => clearTimeout(timer);
  }, [timeLeft]);
  return timeLeft > 0;
}

/** Why a note cannot be sent, by field. */
export interface Faults {
  id?: string;
  body?: string;
}

/** Makes the browser ask before the user leaves the page, if that would lose a draft. */
export function useLeaveWarning(wouldLoseDraft: boolean): void {
  useEffect(() => {
    if (!wouldLoseDraft) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLoseDraft]);
}

function faultsOf(enteredId: string, text: string): Faults {
  const id = enteredId === '' ? 'Enter the recommendation’s ID.' : 'Enter a valid ID.';
  return {
    ...(isUuid(enteredId) ? {} : { id }),
    ...(text.trim() === '' ? { body: 'Write the note first.' } : {}),
  };
}

interface NoteEditorOptions {
  /** The ID in the address; null if it has none. */
  recommendationId: string | null;
  onRecommendation: (recommendationId: string) => void;
}

/** The editor of a note on one recommendation: its state and actions. */
export function useNoteEditor({ recommendationId, onRecommendation }: NoteEditorOptions) {
  const { siteId } = useSite();
  const session = useSession().settings.session;
  const keyFingerprint = session?.keyFingerprint ?? '';
  const [typedId, setTypedId] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [sentAt, setSentAt] = useState(0);
  const [chosenAudience, setChosenAudience] = useState<NoteAudience>('team');
  const shownId = typedId ?? recommendationId ?? '';
  const enteredId = shownId.trim().toLowerCase();
  const id = isUuid(enteredId) ? enteredId : '';
  // While an ID is being corrected, the previous one's draft stays visible.
  const draftId = id || (recommendationId ?? '');
  const ownerOf = (ownerId: string): DraftOwner => ({
    keyFingerprint,
    siteId,
    recommendationId: ownerId,
  });
  const canAdd = useCanAddNotes();
  const [draft, write] = useDraft(ownerOf(draftId));
  const [unassignedDraft] = useDraft(ownerOf(''));
  const noteSender = useAddNote();
  const hasTeamNotes = useHasTeamNotes();
  const audience = hasTeamNotes ? (draft.audience ?? chosenAudience) : null;
  const { data: notes = [], dataUpdatedAt: notesReceivedAt } = useQuery(
    knownNotesQuery({ siteId, recommendationId: id }),
  );
  const failedNote = useFailedNotes().findLast((note) => note.recommendationId === draftId);
  const [sendingText = null] = usePendingTexts(ownerOf(draftId));
  const isInFlight = useIsInFlight(draft);
  const error = failedNote?.error ?? null;
  const state = editorStateOf({ draft, sendingText, isInFlight, sentAt, error });
  const isUnstored = draft.text !== '' && !isStored(ownerOf(draftId));
  useLeaveWarning(isUnstored);

  const replaceDraft = (text: string) => {
    setFaults({});
    noteSender.dismiss(ownerOf(draftId));
    write({ ...toUnsentDraft(text), ...(audience && { audience }) });
  };
  return {
    state,
    faults,
    shownId,
    notes,
    /** When the service last sent `notes`, in milliseconds since 1970; 0 for never. */
    notesReceivedAt,
    /** For whom the new note is; null if there is no choice. */
    audience,
    changeAudience: (newAudience: NoteAudience) => {
      setChosenAudience(newAudience);
      if (draft.text !== '') write({ ...draft, audience: newAudience });
    },
    isUnstored,
    /** False once it is known that this key lacks the scope for adding notes. */
    canAdd,
    /** Whether the last note sent from this editor was added to this recommendation. */
    isAdded: noteSender.hasAddedTo(ownerOf(draftId)),
    /** Whether there is also a draft that does not belong to a recommendation. */
    hasUnassignedDraft: draftId !== '' && unassignedDraft.text !== '',
    /** Changes the text of the ID field; a valid ID opens its recommendation. */
    changeId: (text: string) => {
      setFaults({});
      setTypedId(text);
      const newId = text.trim().toLowerCase();
      if (!isUuid(newId)) return;
      // Text written without an ID, or under an ID that was not found, moves to this recommendation.
      if (recommendationId === null || isNotFound(errorOf(state))) {
        moveDraft(ownerOf(draftId), ownerOf(newId));
      }
      setTypedId(null);
      onRecommendation(newId);
    },
    /** Replaces the draft, which then counts as unsent. */
    replaceDraft,
    /** Sends the draft. @returns why it cannot be sent; empty if it can */
    send: (): Faults => {
      const newFaults = faultsOf(enteredId, draft.text);
      setFaults(newFaults);
      if (newFaults.id === undefined && newFaults.body === undefined) {
        setSentAt(noteSender.add(ownerOf(id), audience));
        setChosenAudience('team');
      }
      return newFaults;
    },
    /** Appends the unassigned draft to this one. */
    appendUnassignedDraft: () => {
      replaceDraft([draft.text, unassignedDraft.text].filter(Boolean).join('\n\n'));
      writeDraft(ownerOf(''), toUnsentDraft(''));
    },
  };
}

export type NoteEditor = ReturnType<typeof useNoteEditor>;
