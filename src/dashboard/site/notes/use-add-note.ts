import {
  type Mutation,
  type MutationCache,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { problemTypes } from '../../../contract/problem.ts';
import { ApiError } from '../../api/errors.ts';
import { addNote, knownNotesQuery, mayHaveBeenSaved, recommendationsKey } from '../../api/notes.ts';
import {
  type Draft,
  type DraftOwner,
  readDraft,
  toUnsentDraft,
} from '../../session/draft-store.ts';
import { useSession, useSessionStore } from '../../session/use-session.ts';
import { readDraftText, sendingTimeLeft, uncertainDraft, writeDraft } from './drafts.ts';
import { mergeNotes } from './note-list.ts';

const mutationKey = ['add note'];

/** A note being sent: its owner, and the draft as it was sent. */
interface PendingNote {
  owner: DraftOwner;
  draft: Draft;
}

const pendingNoteOf = (mutation: Mutation): PendingNote | null => {
  const { variables }: { variables?: unknown } = mutation.state;
  // Only this file uses this key, and always with a note.
  return mutation.options.mutationKey === mutationKey ? (variables as PendingNote) : null;
};

/** Whether a refusal concerns the key, and so every other note too. */
const isKeyRefused = ({ kind, problemType }: ApiError): boolean =>
  kind === 'forbidden' && problemType !== problemTypes.crossSite;

const isFor = (sending: PendingNote | null, siteId: string, recommendationId: string): boolean =>
  sending?.owner.siteId === siteId && sending.owner.recommendationId === recommendationId;

/** Texts being sent to a recommendation, even if the drawer has been closed since. */
export const usePendingTexts = (siteId: string, recommendationId: string): readonly string[] =>
  useMutationState({
    filters: {
      status: 'pending',
      predicate: (mutation) => isFor(pendingNoteOf(mutation), siteId, recommendationId),
    },
    select: (mutation) => pendingNoteOf(mutation)?.draft.text ?? '',
  });

/** A note that may not have been added, and why. */
export interface FailedNote {
  recommendationId: string;
  error: Error;
}

/** Notes of a site that may not have been added, newest last, until they are dismissed. */
export const useFailedNotes = (siteId: string): readonly FailedNote[] =>
  useMutationState({
    filters: {
      status: 'error',
      predicate: (mutation) => pendingNoteOf(mutation)?.owner.siteId === siteId,
    },
    select: (mutation) => ({
      recommendationId: pendingNoteOf(mutation)?.owner.recommendationId ?? '',
      error: mutation.state.error ?? new Error('A note was not added.'),
    }),
  });

function forgetFailures(cache: MutationCache, siteId: string, recommendationId: string): void {
  for (const mutation of cache.findAll({ status: 'error' })) {
    if (isFor(pendingNoteOf(mutation), siteId, recommendationId)) cache.remove(mutation);
  }
}

/**
 * Adds notes, each sent once. A draft is marked as being sent beforehand, so that a second click, another tab or a
 * reload does not treat it as unsent.
 */
export function useAddNote() {
  const { settings } = useSession();
  const store = useSessionStore();
  const client = useQueryClient();
  const session = settings.session;
  /** Updates the draft, unless it was changed or discarded in the meantime. */
  const settle = ({ owner, draft }: PendingNote, nextDraft: Draft) => {
    if (readDraftText(owner) === JSON.stringify(draft)) writeDraft(owner, nextDraft);
  };
  const addMutation = useMutation({
    mutationKey,
    mutationFn: ({ owner, draft }: PendingNote) =>
      addNote(session?.id ?? null, {
        siteId: owner.siteId,
        recommendationId: owner.recommendationId,
        body: draft.text,
      }),
    onSuccess: ({ data }, sending) => {
      const { queryKey } = knownNotesQuery(sending.owner.siteId, sending.owner.recommendationId);
      client.setQueryData(queryKey, (known) => mergeNotes(known ?? [], data));
      settle(sending, toUnsentDraft(''));
    },
    onError: (error, sending) => {
      const { text } = sending.draft;
      settle(sending, mayHaveBeenSaved(error) ? uncertainDraft(text) : toUnsentDraft(text));
      if (!(error instanceof ApiError)) return;
      if (isKeyRefused(error)) store.forbidNotes();
      if (error.kind === 'signedOut') store.end('expired');
      if (error.kind === 'sessionMismatch') store.end('replaced');
    },
    // Also after a lost response: the list then shows whether the note was saved.
    onSettled: (_data, _error, { owner }) =>
      client.invalidateQueries({ queryKey: recommendationsKey(owner.siteId) }),
  });
  return {
    /**
     * Sends the current draft, unless it is already being sent.
     * @returns when sending started, in milliseconds since 1970
     */
    add: (owner: DraftOwner): number => {
      const now = Date.now();
      const { text, ...before } = readDraft(readDraftText(owner));
      if (sendingTimeLeft({ text, ...before }, now) > 0) return before.since;
      const draft: Draft = { text, state: 'sending', since: now };
      writeDraft(owner, draft);
      forgetFailures(client.getMutationCache(), owner.siteId, owner.recommendationId);
      addMutation.mutate({ owner, draft });
      return now;
    },
    /** Dismisses the outcome of a recommendation's last note. */
    dismiss: (siteId: string, recommendationId: string) => {
      addMutation.reset();
      forgetFailures(client.getMutationCache(), siteId, recommendationId);
    },
    /** Whether the last note sent from here was saved. */
    isAdded: (siteId: string, recommendationId: string) =>
      addMutation.isSuccess && isFor(addMutation.variables, siteId, recommendationId),
  };
}
