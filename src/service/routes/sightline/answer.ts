import { readAnswerAddress } from '../../answers/answer-id.ts';
import { createNotFoundProblem } from '../problems.ts';
import { createNotFoundInSiteProblem, type Route, readPathId } from '../route.ts';

/** GET /sightline/v1/sites/{siteId}/answers/{answerId}: an answer with its text and citations. */
export const answerRoute: Route =
  ({ store, texts }) =>
  async (context) => {
    const { tenant } = context.get('access');
    const siteId = readPathId(context, 'siteId');
    const identity = readAnswerAddress(context.req.param('answerId') ?? '');
    const { signal } = context.req.raw;
    const answer = siteId && identity && (await store.answer(tenant, siteId, identity, signal));
    if (!answer) return createNotFoundInSiteProblem(store, tenant, siteId, 'answer');
    const details = siteId && (await store.site(tenant, siteId));
    if (!details) return createNotFoundProblem('site');
    const [body = ''] = await texts.map('answer', details.brands, [answer], signal);
    // As bytes, because a response converts a long string slowly.
    return context.body(Buffer.from(body), 200, { 'Content-Type': 'application/json' });
  };
