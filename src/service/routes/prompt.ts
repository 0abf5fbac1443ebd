import { labelledClassifications, plainClassifications } from '../../contract/classifications.ts';
import type { Prompt } from '../../contract/resources.ts';
import type { PromptRecord } from '../store/records.ts';
import { createNotFoundInSiteProblem, type Route, readPathId } from './route.ts';

export const toPrompt = (prompt: PromptRecord): Prompt => ({
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
