import type * as v from 'valibot';
import { pageOf } from '../portfolio.ts';
import { Prompt } from '../resources.ts';

export const PromptPage = pageOf(Prompt);
export type PromptPage = v.InferOutput<typeof PromptPage>;
