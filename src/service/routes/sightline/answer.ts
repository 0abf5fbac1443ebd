import { readAnswerId } from '../../answers/answer-id.ts';
import { createAnswerMapper } from '../../answers/listed-answer.ts';
import { notFound } from '../../problems.ts';
import { notFoundInSite, pathId, type Route } from '../route.ts';

/** GET /sightline/v1/sites/{siteId}/answers/{answerId}: an answer with its text and citations. */
export const answerRoute: Route =
  ({ store }) =>
  async (context) => {
    const { tenant } = context.get('access');
    const siteId = pathId(context, 'siteId');
    const place = readAnswerId(context.req.param('answerId') ?? '');
    const { signal } = context.req.raw;
    const answer = siteId && place && (await store.answer(tenant, siteId, place, signal));
    if (!answer) return notFoundInSite(store, tenant, siteId, 'answer');
    const details = siteId && (await store.site(tenant, siteId));
    if (!details) return notFound('site');
    return context.json(createAnswerMapper(details.brands, [answer]).toAnswer(answer));
  };
