import { queryOptions, skipToken } from '@tanstack/react-query';
import { pathTo } from '../../contract/endpoints.ts';
import { problemTypes } from '../../contract/problem.ts';
import { type Note, NoteList } from '../../contract/resources.ts';
import { ApiError, type ApiErrorKind } from './errors.ts';
import { request } from './request.ts';

/** Whether the host runs on this machine, and so can be reached without a network. */
const isHostLocal = (): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(window.location.hostname);

export interface NoteToAdd {
  siteId: string;
  recommendationId: string;
  body: string;
}

/**
 * Adds a note to a recommendation. A failed request is never retried.
 * @returns the notes in the service's response
 * @throws ApiError; after some errors, the note may still have been saved: see `mayHaveBeenSaved`
 */
export const addNote = (
  session: string | null,
  { siteId, recommendationId, body }: NoteToAdd,
): Promise<NoteList> => {
  const path = pathTo('notes', { siteId, recommendationId });
  if (!navigator.onLine && !isHostLocal()) {
    return Promise.reject(new ApiError({ kind: 'offline', call: `POST ${path}` }));
  }
  return request({ method: 'POST', path, body: { body }, session }, NoteList);
};

/** Kinds of errors after which the note may have been saved, unless `hasSavedNothing` rules that out. */
const uncertainKinds = new Set<ApiErrorKind>([
  'timeout',
  'unreachable',
  'busy',
  'failed',
  'unreadable',
  'tooLarge',
]);

/**
 * Whether an error means that nothing was saved: the store was full, there were too many requests, the service was
 * unavailable, or the host could not connect to the service.
 */
const hasSavedNothing = ({ status, problemType }: ApiError): boolean =>
  status === 507 ||
  status === 429 ||
  problemType === problemTypes.unavailable ||
  problemType === problemTypes.upstreamNotReached;

/** Whether a note may have been saved although adding it failed. */
export const mayHaveBeenSaved = (error: unknown): boolean =>
  !(error instanceof ApiError) || (uncertainKinds.has(error.kind) && !hasSavedNothing(error));

/** The key prefix of the queries that load a site's recommendations and their notes. */
export const recommendationsKey = (siteId: string) => ['recommendations', siteId] as const;

/**
 * The notes that this session has received for a recommendation. v1 returns notes only in response
 * to a new one, so this query never fetches.
 */
export const knownNotesQuery = (siteId: string, recommendationId: string) =>
  queryOptions<Note[]>({
    queryKey: ['notes', siteId, recommendationId],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
