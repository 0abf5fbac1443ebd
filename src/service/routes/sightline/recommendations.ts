import { sightlinePathTo } from '../../../contract/sightline/endpoints.ts';
import type { NotePage, RecommendationPage } from '../../../contract/sightline/recommendations.ts';
import { invalidParameters, notFound } from '../../problems.ts';
import { timestamp } from '../../timestamp.ts';
import { toNote } from '../notes.ts';
import { readPaging } from '../paging.ts';
import { notFoundInSite, pathId, type Route } from '../route.ts';

/** GET /sightline/v1/sites/{siteId}/recommendations: newest first, each with its number of notes. */
export const recommendationsRoute: Route = (options) => async (context) => {
  const { store } = options;
  const siteId = pathId(context, 'siteId');
  const path = sightlinePathTo('recommendations', { siteId: siteId ?? '' });
  const read = readPaging(options, context, path);
  if (read.faults) return invalidParameters(read.faults);

  const { tenant } = context.get('access');
  if (!siteId || !(await store.site(tenant, siteId))) return notFound('site');
  const { entries, nextCursor } = read.paging.toPage(
    await store.recommendations(tenant, siteId, read.paging.request),
  );
  const page: RecommendationPage = {
    data: entries.map(({ id, title, body, status, createdAt, notes }) => ({
      id,
      title,
      body,
      status: status === '' ? null : status,
      createdAt: timestamp(createdAt),
      notes,
    })),
    nextCursor,
  };
  return context.json(page);
};

/** GET …/recommendations/{recommendationId}/notes: every note on a recommendation, newest first. */
export const recommendationNotesRoute: Route = (options) => async (context) => {
  const { store } = options;
  const siteId = pathId(context, 'siteId');
  const recommendationId = pathId(context, 'recommendationId');
  const path = sightlinePathTo('recommendationNotes', {
    siteId: siteId ?? '',
    recommendationId: recommendationId ?? '',
  });
  const read = readPaging(options, context, path);
  if (read.faults) return invalidParameters(read.faults);

  const { tenant } = context.get('access');
  const recommendation =
    siteId && recommendationId && (await store.recommendation(tenant, siteId, recommendationId));
  if (!recommendation) return notFoundInSite(store, tenant, siteId, 'recommendation');
  const found = await store.notes(tenant, siteId, recommendationId, read.paging.request);
  const { entries, nextCursor } = read.paging.toPage(
    found.map((note) => ({ ...note, id: note.activityId })),
  );
  const page: NotePage = { data: entries.map(toNote), nextCursor };
  return context.json(page);
};
