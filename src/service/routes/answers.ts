import { pathTo } from '../../contract/every-endpoint.ts';
import { type AnswerQuery, answerParameters } from '../../contract/sightline/parameters.ts';
import { findStoredPages, findStoredSpellings } from '../addresses/readable.ts';
import { answerPositions, readAnswerAddress, readAnswerId } from '../answers/answer-id.ts';
import { readCanonicalQuery } from '../reports/canonical-query.ts';
import { wholeWordsOf } from '../store/answer-words.ts';
import type { AnswerIdentity, AnswerSearch, SiteDetails } from '../store/store.ts';
import { writeJsonWithList } from './json-list.ts';
import { readPagingWith } from './paging.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from './problems.ts';
import { findDateOrderFaults, toReportParameters, toScope } from './report-parameters.ts';
import { createNotFoundInSiteProblem, type Route, readPathId, searchOf } from './route.ts';

/** The search. @throws ProblemError if the query does not fit the site's brands */
function toSearch(query: AnswerQuery, details: SiteDetails): AnswerSearch {
  const parameters = toReportParameters(query, details);
  const { scanId, mentions, mentionsNot, domain, citedPage, q } = query;
  const knownIds = new Set(details.brands.map(({ id }) => id));
  if ([...mentions, ...mentionsNot].some((id) => !knownIds.has(id)))
    throw createNotFoundProblem('brand');
  return {
    ...toScope(parameters),
    scanId,
    mentions,
    mentionsNot,
    domain: domain.flatMap(findStoredSpellings),
    citedPage: citedPage.flatMap(findStoredPages),
    words: wholeWordsOf(q ?? ''),
  };
}

/** GET /sightline/v1/sites/{siteId}/answers: the answers that match the filters, newest scan first. */
export const answersRoute: Route = (options) => async (context) => {
  const { store } = options;
  const siteId = readPathId(context, 'siteId');
  const { query, faults } = readCanonicalQuery(answerParameters, searchOf(context));
  const path = pathTo('answers', { siteId: siteId ?? '' });
  const pagingResult = readPagingWith(answerPositions, options, context, path);
  faults.push(
    ...(pagingResult.faults ?? []).filter(({ parameter }) => parameter === 'cursor'),
    ...findDateOrderFaults(query),
  );
  if (faults.length > 0 || pagingResult.faults) throw createInvalidParametersProblem(faults);

  const { tenant } = context.get('access');
  const details = siteId === null ? null : await store.site(tenant, siteId);
  if (siteId === null || !details) throw createNotFoundProblem('site');
  const search = toSearch(query, details);

  const { signal } = context.req.raw;
  const { request, toPage } = pagingResult.paging;
  const { answers, total } =
    request.after === null
      ? await store.firstAnswers(tenant, siteId, search, request.limit, signal)
      : { answers: await store.answers(tenant, siteId, search, request, signal), total: null };
  const { entries, nextCursor } = toPage(answers);
  const listed = await options.texts.map('listedAnswer', details.brands, entries, signal);
  const body = await writeJsonWithList(
    {},
    'data',
    listed.map((answer) => () => answer),
    { nextCursor, total },
  );
  return context.body(body, 200, { 'Content-Type': 'application/json' });
};

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
