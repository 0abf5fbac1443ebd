import type * as v from 'valibot';
import { Prompt, pageOf } from '../resources.ts';

export const PromptPage = pageOf(Prompt);
export type PromptPage = v.InferOutput<typeof PromptPage>;
