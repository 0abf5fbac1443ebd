import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import {
  type AuthoredNote,
  NotePage,
  type Recommendation,
  RecommendationPage,
} from '../../../contract/sightline/recommendations.ts';
import { findInList, firstPageCursor, itemsOf } from '../find-in-list.ts';
import type { RequestContext } from '../get.ts';
import { recommendationsKey } from '../notes.ts';
import { nextCursorOf, type Page } from '../paging.ts';
import { getWithTimeout } from './get-with-timeout.ts';
import { tryOnceOptions } from './try-once-options.ts';

/** Items requested per page. */
const pageSize = 100;

const searchOf = (cursor: string | null): URLSearchParams => {
  const search = new URLSearchParams({ limit: String(pageSize) });
  if (cursor !== null) search.set('cursor', cursor);
  return search;
};

const listPath = (siteId: string): string => sightlinePathTo('recommendations', { siteId });

const getPage = (
  context: RequestContext,
  siteId: string,
  cursor: string | null,
): Promise<RecommendationPage> =>
  getWithTimeout(context, RecommendationPage, listPath(siteId), searchOf(cursor));

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

/** Every note on a recommendation, newest first. Needs the capability `recommendations`. */
export const recommendationNotesQuery = (siteId: string, recommendationId: string) =>
  infiniteQueryOptions({
    queryKey: [...recommendationsKey(siteId), 'notes', recommendationId],
    queryFn: async (context): Promise<Page<ListedNote>> => {
      const path = sightlinePathTo('recommendationNotes', { siteId, recommendationId });
      const page = await getWithTimeout(context, NotePage, path, searchOf(context.pageParam));
      return { ...page, data: page.data.map((note) => ({ ...note, id: note.activityId })) };
    },
    initialPageParam: firstPageCursor,
    getNextPageParam: (_page, pages, _cursor, pageParams) => nextCursorOf({ pages, pageParams }),
  });
