import { readAnswerAddress, readAnswerId } from '../answers/answer-id.ts';
import type { AnswerIdentity } from '../store/store.ts';
import { createNotFoundProblem } from './problems.ts';
import { createNotFoundInSiteProblem, type Route, readPathId } from './route.ts';

/** GET /sightline/v1/sites/{siteId}/answers/{answerId}: an answer with its text and citations. */
export const answerRoute: Route =
  ({ store, texts }) =>
  async (context) => {
    const { tenant } = context.get('access');
    const siteId = readPathId(context, 'siteId');
    const id = context.req.param('answerId') ?? '';
    const { signal } = context.req.raw;
    const find = async (identity: AnswerIdentity | null) =>
      siteId && identity && (await store.answer(tenant, siteId, identity, signal));
    // First as it is written, since two spellings of a region may be stored until the site is measured again.
    const answer = (await find(readAnswerId(id))) || (await find(readAnswerAddress(id)));
    if (!answer) throw await createNotFoundInSiteProblem(store, tenant, siteId, 'answer');
    const details = siteId && (await store.site(tenant, siteId));
    if (!details) throw createNotFoundProblem('site');
    const [body = ''] = await texts.map('answer', details.brands, [answer], signal);
    // As bytes, because a response converts a long string slowly.
    return context.body(Buffer.from(body), 200, { 'Content-Type': 'application/json' });
  };
