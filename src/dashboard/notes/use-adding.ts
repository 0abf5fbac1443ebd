import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import { addNote, knownNotesQuery, mayBeSaved, type NoteToAdd } from '../api/notes.ts';
import { useSession, useSessionStore } from '../session/use-session.ts';
import { type DraftOf, uncertain, unsent, writeDraft } from './drafts.ts';
import { mergedNotes } from './note-list.ts';

const mutationKey = ['add note'];

const isNote = (value: unknown): value is NoteToAdd =>
  typeof value === 'object' && value !== null && 'recommendationId' in value && 'body' in value;

/** Texts on their way to a recommendation, also when the drawer was closed in between. */
export const useSending = (siteId: string, recommendationId: string): readonly string[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }): unknown => state.variables,
  })
    .filter(isNote)
    .filter((note) => note.siteId === siteId && note.recommendationId === recommendationId)
    .map(({ body }) => body);

/**
 * Adds notes, each sent once. A draft is marked as on its way before it leaves, so that whatever happens to
 * this page, nobody takes it for one that was never sent.
 */
export function useAdding() {
  const { facts } = useSession();
  const store = useSessionStore();
  const client = useQueryClient();
  const session = facts.session;
  const draftOf = ({ siteId, recommendationId }: NoteToAdd): DraftOf => ({
    keyFingerprint: session?.keyFingerprint ?? '',
    siteId,
    recommendationId,
  });
  return useMutation({
    mutationKey,
    mutationFn: (note: NoteToAdd) => addNote(session?.id ?? null, note),
    onMutate: (note) =>
      writeDraft(draftOf(note), { text: note.body, state: 'sending', since: Date.now() }),
    onSuccess: ({ data }, note) => {
      const { queryKey } = knownNotesQuery(note.siteId, note.recommendationId);
      client.setQueryData(queryKey, (known) => mergedNotes(known ?? [], data));
      writeDraft(draftOf(note), unsent(''));
    },
    onError: (error, note) => {
      writeDraft(draftOf(note), mayBeSaved(error) ? uncertain(note.body) : unsent(note.body));
      if (!(error instanceof ApiError)) return;
      if (error.kind === 'signedOut') store.end('expired');
      if (error.kind === 'sessionMismatch') store.end('replaced');
    },
  });
}
