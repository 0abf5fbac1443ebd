import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import * as v from 'valibot';
import { fillPath } from '../../../contract/endpoint.ts';
import {
  changeNotePath,
  recommendationNotesPath,
  recommendationsPath,
} from '../../../contract/endpoints/notes.ts';
import { problemTypes } from '../../../contract/problem.ts';
import {
  AuthoredNote,
  type NoteAudience,
  NotePage,
  type Recommendation,
  RecommendationPage,
} from '../../../contract/sightline/recommendations.ts';
import { ApiError } from '../errors.ts';
import { findInList, firstPageCursor, itemsOf } from '../find-in-list.ts';
import { get, type RequestContext } from '../get.ts';
import { knownNotesQuery, type RecommendationIds, recommendationsKey } from '../notes.ts';
import { nextCursorOf, type Page } from '../paging.ts';
import { request } from '../request.ts';
import { tryOnceOptions } from './optional.ts';

/** Items requested per page. */
const pageSize = 100;

const searchOf = (cursor: string | null): URLSearchParams => {
  const search = new URLSearchParams({ limit: String(pageSize) });
  if (cursor !== null) search.set('cursor', cursor);
  return search;
};

const listPath = (siteId: string): string => fillPath(recommendationsPath, { siteId });

const getPage = (
  context: RequestContext,
  siteId: string,
  cursor: string | null,
): Promise<RecommendationPage> =>
  get(context, RecommendationPage, listPath(siteId), searchOf(cursor));

/** The recommendations of a site, newest first. Needs the capability `recommendations`. */
export const recommendationsQuery = (siteId: string) =>
  infiniteQueryOptions({
    queryKey: [...recommendationsKey(siteId), 'list'],
    queryFn: (context) => getPage(context, siteId, context.pageParam),
    initialPageParam: firstPageCursor,
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
    ...tryOnceOptions,
  });

/** One recommendation by its ID, found in the list; null if the list does not contain it. */
export const recommendationQuery = (siteId: string, id: string) =>
  queryOptions({
    queryKey: [...recommendationsKey(siteId), 'one', id],
    queryFn: (context: RequestContext): Promise<Recommendation | null> =>
      findInList(
        {
          loadedItems: itemsOf(context.client.getQueryData(recommendationsQuery(siteId).queryKey)),
          path: listPath(siteId),
          noun: 'recommendations',
          getPage: (cursor) => getPage(context, siteId, cursor),
        },
        id,
      ),
    ...tryOnceOptions,
  });

/** A note with an `id`, which paging needs to recognise repeated items. */
type ListedNote = AuthoredNote & { id: string };

/** The notes on a recommendation that the key can see, newest first. Needs the capability `recommendations`. */
export const recommendationNotesQuery = ({ siteId, recommendationId }: RecommendationIds) =>
  infiniteQueryOptions({
    queryKey: [...recommendationsKey(siteId), 'notes', recommendationId],
    queryFn: async (context): Promise<Page<ListedNote>> => {
      const path = fillPath(recommendationNotesPath, { siteId, recommendationId });
      const page = await get(context, NotePage, path, searchOf(context.pageParam));
      return { ...page, data: page.data.map((note) => ({ ...note, id: note.activityId })) };
    },
    initialPageParam: firstPageCursor,
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
  });

/** What identifies a note. */
export interface NoteIds extends RecommendationIds {
  noteId: string;
}

/** A changed note that has not been saved. */
export interface NoteEdit {
  body: string;
  audience: NoteAudience | null;
}

/** What has been typed to change a note; null if nothing. It lasts as long as the session, so it is never fetched. */
export const noteEditQuery = (noteId: string) =>
  queryOptions<NoteEdit | null>({
    queryKey: ['note edit', noteId],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Changes a note. Safe to repeat. Needs the capability `notes`. @throws ApiError */
export const changeNote = (session: string | null, ids: NoteIds, edit: NoteEdit) => {
  const { body, audience } = edit;
  const path = fillPath(changeNotePath, { ...ids });
  const change = { body, ...(audience && { audience }) };
  return request({ method: 'PATCH', path, body: change, session }, AuthoredNote);
};

/** Deletes a note. One that no longer exists counts as deleted. Needs the capability `notes`. @throws ApiError */
export async function deleteNote(session: string | null, ids: NoteIds): Promise<void> {
  const path = fillPath(changeNotePath, { ...ids });
  try {
    await request({ method: 'DELETE', path, session }, v.unknown());
  } catch (error) {
    const isGone = error instanceof ApiError && error.problemType === problemTypes.noteNotFound;
    if (!isGone) throw error;
  }
}

/**
 * Replaces a note wherever it is cached, and reloads the lists that have or count it.
 * @param note null if it is deleted.
 */
export function replaceCachedNote(
  client: QueryClient,
  ids: NoteIds,
  note: AuthoredNote | null,
): void {
  const replace = <T extends { activityId: string }>(one: T): T[] =>
    one.activityId === ids.noteId ? (note ? [{ ...one, ...note }] : []) : [one];
  client.setQueryData(knownNotesQuery(ids).queryKey, (known) => known?.flatMap(replace));
  client.setQueryData(
    recommendationNotesQuery(ids).queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, data: page.data.flatMap(replace) })),
      },
  );
  void client.invalidateQueries({ queryKey: recommendationsKey(ids.siteId) });
}
