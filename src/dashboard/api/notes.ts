import { queryOptions, skipToken } from '@tanstack/react-query';
import { pathTo } from '../../contract/endpoints.ts';
import { type Note, NoteList } from '../../contract/resources.ts';
import { ApiError, type ApiErrorKind } from './errors.ts';
import { request } from './request.ts';

export interface NoteToAdd {
  siteId: string;
  recommendationId: string;
  body: string;
}

/**
 * Adds a note to a recommendation, in one attempt that is never repeated.
 * @returns the notes that the service answers with.
 * @throws ApiError; see `mayBeSaved` for what it leaves open.
 */
export const addNote = (
  session: string | null,
  { siteId, recommendationId, body }: NoteToAdd,
): Promise<NoteList> => {
  const path = pathTo('notes', { siteId, recommendationId });
  return request({ method: 'POST', path, body: { body }, session }, NoteList);
};

/** Failures after which the service may still have kept the note: its answer was lost or is unreadable. */
const open = new Set<ApiErrorKind>(['timeout', 'unreachable', 'failed', 'unreadable', 'tooLarge']);

/** Whether a note may have been saved although adding it failed. */
export const mayBeSaved = (error: unknown): boolean =>
  !(error instanceof ApiError) || open.has(error.kind);

/**
 * The notes of a recommendation that this session has been told of. The interface lists them only in
 * answer to a new one, so nothing is ever asked.
 */
export const knownNotesQuery = (siteId: string, recommendationId: string) =>
  queryOptions<Note[]>({
    queryKey: ['notes', siteId, recommendationId],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
