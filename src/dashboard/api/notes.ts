import { queryOptions, skipToken } from '@tanstack/react-query';
import { fillPath } from '../../contract/endpoint.ts';
import { notesPath, recommendationNotesPath } from '../../contract/endpoints/notes.ts';
import { problemTypes } from '../../contract/problem.ts';
import { type Note, NoteList } from '../../contract/resources.ts';
import {
  type AuthoredNote,
  AuthoredNoteList,
  type NoteAudience,
} from '../../contract/sightline/recommendations.ts';
import { ApiError, type ApiErrorKind } from './errors.ts';
import { request } from './request.ts';

/** Whether the host runs on this machine, and so can be reached without a network. */
const isHostLocal = (): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(window.location.hostname);

/** A note, and what Sightline's own interface adds to it. */
export type KnownNote = Note & Partial<AuthoredNote>;

/** What identifies a recommendation. */
export interface RecommendationIds {
  siteId: string;
  recommendationId: string;
}

export interface NoteToAdd extends RecommendationIds {
  body: string;
  /** For whom the note is; null to add it through v1, which has no such choice. */
  audience: NoteAudience | null;
}

/**
 * Adds a note to a recommendation. A failed request is never retried.
 * @returns the notes in the service's response
 * @throws ApiError; after some errors, the note may still have been saved: see `mayHaveBeenSaved`
 */
export const addNote = (
  session: string | null,
  { siteId, recommendationId, body, audience }: NoteToAdd,
): Promise<{ data: readonly KnownNote[] }> => {
  const ids = { siteId, recommendationId };
  const path =
    audience === null ? fillPath(notesPath, ids) : fillPath(recommendationNotesPath, ids);
  if (!navigator.onLine && !isHostLocal()) {
    return Promise.reject(new ApiError({ kind: 'offline', call: `POST ${path}` }));
  }
  const call = { method: 'POST', path, session } as const;
  return audience === null
    ? request({ ...call, body: { body } }, NoteList)
    : request({ ...call, body: { body, audience } }, AuthoredNoteList);
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
export const knownNotesQuery = ({ siteId, recommendationId }: RecommendationIds) =>
  queryOptions<KnownNote[]>({
    queryKey: ['notes', siteId, recommendationId],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
