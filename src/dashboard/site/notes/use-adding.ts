import {
  type Mutation,
  type MutationCache,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { problemTypes } from '../../../contract/problem.ts';
import { ApiError } from '../../api/errors.ts';
import { addNote, knownNotesQuery, mayBeSaved } from '../../api/notes.ts';
import { useSession, useSessionStore } from '../../session/use-session.ts';
import { type Draft, type DraftOf, readDraft, unsent } from './draft-store.ts';
import { draftText, sendingLeft, uncertain, writeDraft } from './drafts.ts';
import { mergedNotes } from './note-list.ts';

const mutationKey = ['add note'];

/** A note on its way, and the draft that stands for it until it is known what became of it. */
interface Sending {
  of: DraftOf;
  draft: Draft;
}

const sendingOf = (mutation: Mutation): Sending | null => {
  const { variables }: { variables?: unknown } = mutation.state;
  // Only this file gives mutations this key, each with a note.
  return mutation.options.mutationKey === mutationKey ? (variables as Sending) : null;
};

/** Whether a refusal is about the key, so that it meets every other note too. */
const isKeyRefused = ({ kind, problemType }: ApiError): boolean =>
  kind === 'forbidden' && problemType !== problemTypes.crossSite;

const isOn = (sending: Sending | null, siteId: string, recommendationId: string): boolean =>
  sending?.of.siteId === siteId && sending.of.recommendationId === recommendationId;

/** Texts on their way to a recommendation, also when the drawer was closed in between. */
export const useSending = (siteId: string, recommendationId: string): readonly string[] =>
  useMutationState({
    filters: {
      status: 'pending',
      predicate: (mutation) => isOn(sendingOf(mutation), siteId, recommendationId),
    },
    select: (mutation) => sendingOf(mutation)?.draft.text ?? '',
  });

/** A note that may not have been added: where it belongs and why. */
export interface NotAdded {
  recommendationId: string;
  error: Error;
}

/** Notes of a site that may not have been added, newest last, until somebody has dealt with them. */
export const useNotAdded = (siteId: string): readonly NotAdded[] =>
  useMutationState({
    filters: {
      status: 'error',
      predicate: (mutation) => sendingOf(mutation)?.of.siteId === siteId,
    },
    select: (mutation) => ({
      recommendationId: sendingOf(mutation)?.of.recommendationId ?? '',
      error: mutation.state.error ?? new Error('A note was not added.'),
    }),
  });

function forget(cache: MutationCache, siteId: string, recommendationId: string): void {
  for (const mutation of cache.findAll({ status: 'error' })) {
    if (isOn(sendingOf(mutation), siteId, recommendationId)) cache.remove(mutation);
  }
}

/**
 * Adds notes, each sent once. A draft is marked as on its way before it leaves, so that neither a second
 * click nor another tab nor whoever loads the page again takes it for one that was never sent.
 */
export function useAdding() {
  const { facts } = useSession();
  const store = useSessionStore();
  const client = useQueryClient();
  const session = facts.session;
  /** Leaves alone what was written or discarded meanwhile. */
  const settle = ({ of, draft }: Sending, settled: Draft) => {
    if (draftText(of) === JSON.stringify(draft)) writeDraft(of, settled);
  };
  const adding = useMutation({
    mutationKey,
    mutationFn: ({ of, draft }: Sending) =>
      addNote(session?.id ?? null, {
        siteId: of.siteId,
        recommendationId: of.recommendationId,
        body: draft.text,
      }),
    onSuccess: ({ data }, sending) => {
      const { queryKey } = knownNotesQuery(sending.of.siteId, sending.of.recommendationId);
      client.setQueryData(queryKey, (known) => mergedNotes(known ?? [], data));
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
  });
  return {
    /**
     * Sends a draft as it is now, unless it is on its way already.
     * @returns since when it is on its way, in milliseconds since 1970.
     */
    add: (of: DraftOf): number => {
      const now = Date.now();
      const { text, ...before } = readDraft(draftText(of));
      if (sendingLeft({ text, ...before }, now) > 0) return before.since;
      const draft: Draft = { text, state: 'sending', since: now };
      writeDraft(of, draft);
      forget(client.getMutationCache(), of.siteId, of.recommendationId);
      adding.mutate({ of, draft });
      return now;
    },
    /** Somebody has seen what became of the last note of a recommendation. */
    dismiss: (siteId: string, recommendationId: string) => {
      adding.reset();
      forget(client.getMutationCache(), siteId, recommendationId);
    },
    /** True once the last note added from here was kept. */
    isAdded: (siteId: string, recommendationId: string) =>
      adding.isSuccess && isOn(adding.variables, siteId, recommendationId),
  };
}
