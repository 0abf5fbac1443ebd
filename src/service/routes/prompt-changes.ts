import { randomUUID } from 'node:crypto';
import {
  maxSetupPrompts,
  PromptPatch,
  type SetupPrompt,
  SetupPromptRequest,
} from '../../contract/sightline/setup.ts';
import { findPromptFaults, toPatch, toPromptRecord, toRemoval } from '../setup/setup-records.ts';
import type { StoredSetup } from '../setup/stored-setup.ts';
import type { SetupPromptRecord } from '../store/store.ts';
import { readChange, refuseEntry, refuseUsedIds } from './changes.ts';
import {
  createHasAnswersProblem,
  createNotFoundProblem,
  createTooManyRecordsProblem,
} from './problems.ts';
import { type Route, type RouteOptions, readPathId } from './route.ts';
import { toSetupPrompt } from './setup.ts';
import { changeSetup } from './setup-change.ts';

/** @throws ProblemError with a 404 if the site has no such prompt. */
function requirePrompt({ prompts }: StoredSetup, id: string | null): SetupPromptRecord {
  const prompt = prompts.find((candidate) => candidate.id === id);
  if (!prompt) throw createNotFoundProblem('prompt');
  return prompt;
}

/** The response about a prompt. @throws ProblemError like `requirePrompt` */
async function describePrompt(
  { languages }: RouteOptions,
  stored: StoredSetup,
  id: string | null,
): Promise<SetupPrompt> {
  const prompt = requirePrompt(stored, id);
  const [language = null] = await languages.find(stored.brands, [prompt.text]);
  return toSetupPrompt(prompt, language);
}

/** @throws ProblemError if another prompt of the site has the same text. */
async function refuseRepeat(
  { prompts }: StoredSetup,
  prompt: { id: string; text: string },
): Promise<void> {
  const others = prompts.filter(({ id }) => id !== prompt.id);
  refuseEntry(others.length, await findPromptFaults([...others, prompt], prompts));
}

/** POST /sightline/v1/sites/{siteId}/prompts: adds a question. */
export const addPromptRoute: Route = (options) => async (context) => {
  const body = await readChange(SetupPromptRequest, context);
  const prompt = { ...body, id: body.id ?? randomUUID() };
  return changeSetup(options, context, {
    detail: () => `prompt ${prompt.id}`,
    async plan(stored) {
      await refuseUsedIds(options.store, [body.id]);
      if (stored.prompts.length >= maxSetupPrompts) {
        const limit = `A site can have at most ${maxSetupPrompts.toLocaleString('en')} questions, retired ones included.`;
        throw createTooManyRecordsProblem(limit);
      }
      await refuseRepeat(stored, prompt);
      return { records: [{ path: '', record: toPromptRecord(stored.site.id, prompt) }] };
    },
    respond: async (stored) => context.json(await describePrompt(options, stored, prompt.id), 201),
  });
};

/** PATCH /sightline/v1/sites/{siteId}/prompts/{promptId}: changes the given fields of a question. */
export const changePromptRoute: Route = (options) => async (context) => {
  const body = await readChange(PromptPatch, context);
  const promptId = readPathId(context, 'promptId');
  return changeSetup(options, context, {
    detail: () => `prompt ${promptId}`,
    async plan(stored) {
      const prompt = requirePrompt(stored, promptId);
      if (Object.keys(body).length === 0) return { records: [] };
      await refuseRepeat(stored, { id: prompt.id, text: body.text ?? prompt.text });
      return { records: [{ path: '', record: toPatch('prompt', prompt.id, body) }] };
    },
    respond: async (stored) => context.json(await describePrompt(options, stored, promptId)),
  });
};

/** DELETE /sightline/v1/sites/{siteId}/prompts/{promptId}: deletes a question that has no answers. */
export const deletePromptRoute: Route = (options) => async (context) => {
  const promptId = readPathId(context, 'promptId');
  return changeSetup(options, context, {
    detail: () => `prompt ${promptId}`,
    async plan(stored) {
      const { id, hasAnswers } = requirePrompt(stored, promptId);
      if (hasAnswers) throw createHasAnswersProblem([]);
      return { records: [{ path: '', record: toRemoval('prompt', id) }] };
    },
    respond: () => context.body(null, 204),
  });
};
