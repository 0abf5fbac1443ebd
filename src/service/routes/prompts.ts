import { pathTo } from '../../contract/every-endpoint.ts';
import { readQuery } from '../../contract/parameters.ts';
import { promptListParameters } from '../../contract/sightline/parameters.ts';
import type { PromptPage } from '../../contract/sightline/prompts.ts';
import type { PromptRecord } from '../store/records.ts';
import { wordsOf } from '../store/site-search.ts';
import { readPaging } from './paging.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from './problems.ts';
import { toPrompt } from './prompt.ts';
import { type Route, readPathId, searchOf } from './route.ts';

/** GET /sightline/v1/sites/{siteId}/prompts: the prompts of a site, sorted by text. */
export const promptsRoute: Route = (options) => async (context) => {
  const { store } = options;
  const siteId = readPathId(context, 'siteId');
  const pagingResult = readPaging(options, context, pathTo('prompts', { siteId: siteId ?? '' }));
  const { query, faults } = readQuery({ q: promptListParameters.q }, searchOf(context));
  if (pagingResult.faults)
    throw createInvalidParametersProblem([...faults, ...pagingResult.faults]);
  if (faults.length > 0) throw createInvalidParametersProblem(faults);

  const { tenant } = context.get('access');
  if (!siteId || !(await store.site(tenant, siteId))) throw createNotFoundProblem('site');
  const { after, limit } = pagingResult.paging.request;
  const request = { after: after?.id ?? null, limit };
  const words = wordsOf(query.q ?? '');
  const { entries, nextCursor } = pagingResult.paging.toPage<PromptRecord>(
    await store.prompts(tenant, siteId, words, request, context.req.raw.signal),
  );
  const page: PromptPage = { data: entries.map(toPrompt), nextCursor };
  return context.json(page);
};
