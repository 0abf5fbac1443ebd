import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import { pathTo } from '../../contract/every-endpoint.ts';
import { readQuery } from '../../contract/parameters.ts';
import type { Prompt } from '../../contract/resources.ts';
import { promptListParameters } from '../../contract/sightline/parameters.ts';
import type { PromptPage } from '../../contract/sightline/prompts.ts';
import type { PromptRecord } from '../store/records.ts';
import { wordsOf } from '../store/site-search.ts';
import { readPaging } from './paging.ts';
import { createInvalidParametersProblem, createNotFoundProblem } from './problems.ts';
import { createNotFoundInSiteProblem, type Route, readPathId, searchOf } from './route.ts';

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

const toPrompt = (prompt: PromptRecord): Prompt => ({
  promptId: prompt.id,
  text: prompt.text,
  category: prompt.category,
  ...plainClassifications.byField((field) => [...prompt[field]]),
  ...labelledClassifications.byField((field) => [...prompt[field]]),
});

/** GET /v1/sites/{siteId}/prompts/{promptId}: one prompt with its classifications. */
export const promptRoute: Route =
  ({ store }) =>
  async (context) => {
    const { tenant } = context.get('access');
    const siteId = readPathId(context, 'siteId');
    const promptId = readPathId(context, 'promptId');
    const prompt = siteId && promptId ? await store.prompt(tenant, siteId, promptId) : null;
    if (!prompt) throw await createNotFoundInSiteProblem(store, tenant, siteId, 'prompt');

    return context.json(toPrompt(prompt));
  };
