import { pathTo } from '../../contract/every-endpoint.ts';
import type { NotePage, RecommendationPage } from '../../contract/sightline/recommendations.ts';
import { toTimestamp } from '../reports/timestamp.ts';
import { toAuthoredNote } from './notes.ts';
import { readPaging } from './paging.ts';
import {
  createInvalidParametersProblem,
  createNotesHiddenProblem,
  createNotFoundProblem,
} from './problems.ts';
import { createNotFoundInSiteProblem, type Route, readPathId } from './route.ts';

/** GET …/{siteId}/recommendations: the recommendations of a site, newest first, each with its number of notes. */
export const recommendationsRoute: Route = (options) => async (context) => {
  const { store } = options;
  const siteId = readPathId(context, 'siteId');
  const path = pathTo('recommendations', { siteId: siteId ?? '' });
  const pagingResult = readPaging(options, context, path);
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

  const { tenant } = context.get('access');
  if (!siteId || !(await store.site(tenant, siteId))) throw createNotFoundProblem('site');
  const { entries, nextCursor } = pagingResult.paging.toPage(
    await store.recommendations(tenant, siteId, pagingResult.paging.request),
  );
  const page: RecommendationPage = {
    data: entries.map(({ id, title, body, status, createdAt, notes }) => ({
      id,
      title,
      body,
      status: status === '' ? null : status,
      createdAt: toTimestamp(createdAt),
      notes,
    })),
    nextCursor,
  };
  return context.json(page);
};

/** GET …/recommendations/{recommendationId}/notes: the notes on a recommendation, newest first. */
export const recommendationNotesRoute: Route = (options) => async (context) => {
  const { store } = options;
  const access = context.get('access');
  const { tenant, hidesNotes } = access;
  if (hidesNotes) throw createNotesHiddenProblem();
  const siteId = readPathId(context, 'siteId');
  const recommendationId = readPathId(context, 'recommendationId');
  const path = pathTo('recommendationNotes', {
    siteId: siteId ?? '',
    recommendationId: recommendationId ?? '',
  });
  const pagingResult = readPaging(options, context, path);
  if (pagingResult.faults) throw createInvalidParametersProblem(pagingResult.faults);

  const recommendation =
    siteId && recommendationId && (await store.recommendation(tenant, siteId, recommendationId));
  if (!recommendation)
    throw await createNotFoundInSiteProblem(store, tenant, siteId, 'recommendation');
  const notes = await store.notes(tenant, siteId, recommendationId, pagingResult.paging.request);
  const { entries, nextCursor } = pagingResult.paging.toPage(
    notes.map((note) => ({ ...note, id: note.activityId })),
  );
  const page: NotePage = {
    data: entries.map((note) => toAuthoredNote(note, access)),
    nextCursor,
  };
  return context.json(page);
};
