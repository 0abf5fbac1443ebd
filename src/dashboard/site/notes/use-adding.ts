import {
  type Mutation,
  type MutationCache,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { problemTypes } from '../../../contract/problem.ts';
import { ApiError } from '../../api/errors.ts';
import { addNote, knownNotesQuery, mayBeSaved, recommendationsKey } from '../../api/notes.ts';
import { useSession, useSessionStore } from '../../session/use-session.ts';
import { type Draft, type DraftOwner, readDraft, unsent } from './draft-store.ts';
import { draftText, sendingLeft, uncertain, writeDraft } from './drafts.ts';
import { mergeNotes } from './note-list.ts';

const mutationKey = ['add note'];

/** A note being sent: its owner, and the draft as it was sent. */
interface Sending {
  owner: DraftOwner;
  draft: Draft;
}

const sendingOf = (mutation: Mutation): Sending | null => {
  const { variables }: { variables?: unknown } = mutation.state;
  // Only this file uses this key, and always with a note.
  return mutation.options.mutationKey === mutationKey ? (variables as Sending) : null;
};

/** Whether a refusal concerns the key, and so every other note too. */
const isKeyRefused = ({ kind, problemType }: ApiError): boolean =>
  kind === 'forbidden' && problemType !== problemTypes.crossSite;

const isFor = (sending: Sending | null, siteId: string, recommendationId: string): boolean =>
  sending?.owner.siteId === siteId && sending.owner.recommendationId === recommendationId;

/** Texts being sent to a recommendation, even if the drawer was closed in between. */
export const useSending = (siteId: string, recommendationId: string): readonly string[] =>
  useMutationState({
    filters: {
      status: 'pending',
      predicate: (mutation) => isFor(sendingOf(mutation), siteId, recommendationId),
    },
    select: (mutation) => sendingOf(mutation)?.draft.text ?? '',
  });

/** A note that may not have been added, and why. */
export interface NotAdded {
  recommendationId: string;
  error: Error;
}

/** Notes of a site that may not have been added, newest last, until they are dismissed. */
export const useNotAdded = (siteId: string): readonly NotAdded[] =>
  useMutationState({
    filters: {
      status: 'error',
      predicate: (mutation) => sendingOf(mutation)?.owner.siteId === siteId,
    },
    select: (mutation) => ({
      recommendationId: sendingOf(mutation)?.owner.recommendationId ?? '',
      error: mutation.state.error ?? new Error('A note was not added.'),
    }),
  });

function forget(cache: MutationCache, siteId: string, recommendationId: string): void {
  for (const mutation of cache.findAll({ status: 'error' })) {
    if (isFor(sendingOf(mutation), siteId, recommendationId)) cache.remove(mutation);
  }
}

/**
 * Adds notes, each sent once. A draft is marked as being sent beforehand, so that a second click, another tab or a
 * reload does not treat it as unsent.
 */
export function useAdding() {
  const { settings } = useSession();
  const store = useSessionStore();
  const client = useQueryClient();
  const session = settings.session;
  /** Updates the draft, unless it was changed or discarded in the meantime. */
  const settle = ({ owner, draft }: Sending, settled: Draft) => {
    if (draftText(owner) === JSON.stringify(draft)) writeDraft(owner, settled);
  };
  const adding = useMutation({
    mutationKey,
    mutationFn: ({ owner, draft }: Sending) =>
      addNote(session?.id ?? null, {
        siteId: owner.siteId,
        recommendationId: owner.recommendationId,
        body: draft.text,
      }),
    onSuccess: ({ data }, sending) => {
      const { queryKey } = knownNotesQuery(sending.owner.siteId, sending.owner.recommendationId);
      client.setQueryData(queryKey, (known) => mergeNotes(known ?? [], data));
      settle(sending, unsent(''));
    },
    onError: (error, sending) => {
      const { text } = sending.draft;
      settle(sending, mayBeSaved(error) ? uncertain(text) : unsent(text));
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
      const { text, ...before } = readDraft(draftText(owner));
      if (sendingLeft({ text, ...before }, now) > 0) return before.since;
      const draft: Draft = { text, state: 'sending', since: now };
      writeDraft(owner, draft);
      forget(client.getMutationCache(), owner.siteId, owner.recommendationId);
      adding.mutate({ owner, draft });
      return now;
    },
    /** Dismisses the outcome of a recommendation's last note. */
    dismiss: (siteId: string, recommendationId: string) => {
      adding.reset();
      forget(client.getMutationCache(), siteId, recommendationId);
    },
    /** Whether the last note sent from here was saved. */
    isAdded: (siteId: string, recommendationId: string) =>
      adding.isSuccess && isFor(adding.variables, siteId, recommendationId),
  };
}
