import {
  type Mutation,
  type MutationCache,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { problemTypes } from '../../../contract/problem.ts';
import { notesScope } from '../../../contract/scopes.ts';
import type { NoteAudience } from '../../../contract/sightline/recommendations.ts';
import { ApiError } from '../../api/errors.ts';
import {
  addNote,
  knownNotesQuery,
  mayHaveBeenSaved,
  type RecommendationIds,
  recommendationsKey,
} from '../../api/notes.ts';
import {
  type Draft,
  type DraftOwner,
  readDraft,
  toUnsentDraft,
} from '../../app/session/draft-store.ts';
import { useSession, useSessionStore } from '../../app/session/use-session.ts';
import { useSite } from '../../use-site.ts';
import { readSerialisedDraft, sendingTimeLeft, writeDraft } from './drafts.ts';
import { mergeNotes } from './note-list.ts';

const mutationKey = ['add note'];

/** A note that is being sent or has been sent: the owner of its draft, and the draft as sent. */
interface SentNote {
  owner: DraftOwner;
  draft: Draft;
}

const sentNoteOf = (mutation: Mutation): SentNote | null => {
  const { variables }: { variables?: unknown } = mutation.state;
  // Only this file's mutations have this key, and their variables are always a sent note.
  return mutation.options.mutationKey === mutationKey ? (variables as SentNote) : null;
};

/** Whether the key lacks the permission to add notes, so that every other note would be refused too. */
const lacksPermission = ({ kind, problemType }: ApiError): boolean =>
  kind === 'forbidden' &&
  problemType !== problemTypes.crossSite &&
  problemType !== problemTypes.callRefused;

const isSentTo = (note: SentNote | null, ids: RecommendationIds): boolean =>
  note?.owner.siteId === ids.siteId && note.owner.recommendationId === ids.recommendationId;

/** The texts of the notes being sent to a recommendation, even if the drawer has been closed in the meantime. */
export const usePendingTexts = (ids: RecommendationIds): readonly string[] =>
  useMutationState({
    filters: {
      status: 'pending',
      predicate: (mutation) => isSentTo(sentNoteOf(mutation), ids),
    },
    select: (mutation) => sentNoteOf(mutation)?.draft.text ?? '',
  });

/** A note that may not have been added, and why. */
export interface FailedNote {
  recommendationId: string;
  error: Error;
}

/** The site's notes that may not have been added, newest last, until they are dismissed or sent again. */
export function useFailedNotes(): readonly FailedNote[] {
  const { siteId } = useSite();
  return useMutationState({
    filters: {
      status: 'error',
      predicate: (mutation) => sentNoteOf(mutation)?.owner.siteId === siteId,
    },
    select: (mutation) => ({
      recommendationId: sentNoteOf(mutation)?.owner.recommendationId ?? '',
      error: mutation.state.error ?? new Error('A note was not added.'),
    }),
  });
}

function forgetFailures(cache: MutationCache, ids: RecommendationIds): void {
  for (const mutation of cache.findAll({ status: 'error' })) {
    if (isSentTo(sentNoteOf(mutation), ids)) cache.remove(mutation);
  }
}

/**
 * Adds notes. Before the request starts, the draft is marked as being sent, so that a second click, another tab or a
 * reload does not treat it as unsent.
 */
export function useAddNote() {
  const { settings } = useSession();
  const store = useSessionStore();
  const client = useQueryClient();
  const session = settings.session;
  /** Updates the draft, unless it was changed or discarded in the meantime. */
  const settle = ({ owner, draft }: SentNote, nextDraft: Draft) => {
    if (readSerialisedDraft(owner) === JSON.stringify(draft)) writeDraft(owner, nextDraft);
  };
  const addMutation = useMutation({
    mutationKey,
    // A failure is reported until it is dismissed or the note is sent again, even if the drawer has closed.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: ({ owner, draft }: SentNote) =>
      addNote(session?.id ?? null, {
        siteId: owner.siteId,
        recommendationId: owner.recommendationId,
        body: draft.text,
        audience: draft.audience ?? null,
      }),
    onSuccess: ({ data }, note) => {
      const { queryKey } = knownNotesQuery(note.owner);
      client.setQueryData(queryKey, (known) => mergeNotes(known ?? [], data));
      settle(note, toUnsentDraft(''));
    },
    onError: (error, note) => {
      const state = mayHaveBeenSaved(error) ? 'uncertain' : 'unsent';
      settle(note, { ...note.draft, state, since: 0 });
      if (!(error instanceof ApiError)) return;
      if (lacksPermission(error)) store.refuseScope(notesScope);
    },
    // Runs after a lost response as well: the list then shows whether the note was saved.
    onSettled: (_data, _error, { owner }) =>
      client.invalidateQueries({ queryKey: recommendationsKey(owner.siteId) }),
  });
  return {
    /**
     * Sends the current draft, unless it is already being sent.
     * @param audience for whom the note is; null if the service or the key has no choice
     * @returns when sending started, in milliseconds since 1970
     */
    add: (owner: DraftOwner, audience: NoteAudience | null): number => {
      const now = Date.now();
      const currentDraft = readDraft(readSerialisedDraft(owner));
      if (sendingTimeLeft(currentDraft, now) > 0) return currentDraft.since;
      const { text } = currentDraft;
      const draft: Draft = { text, state: 'sending', since: now, ...(audience && { audience }) };
      writeDraft(owner, draft);
      forgetFailures(client.getMutationCache(), owner);
      addMutation.mutate({ owner, draft });
      return now;
    },
    /**
     * Clears every failure to add a note to a recommendation, and the outcome of the last note sent from this
     * component.
     */
    dismiss: (ids: RecommendationIds) => {
      addMutation.reset();
      forgetFailures(client.getMutationCache(), ids);
    },
    /** Whether the last note sent from this component was added to this recommendation. */
    hasAddedTo: (ids: RecommendationIds) =>
      addMutation.isSuccess && isSentTo(addMutation.variables, ids),
  };
}
