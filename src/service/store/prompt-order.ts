import { handleInStretches } from '../limits/stretch.ts';
import type { PromptRecord } from './records.ts';
import { hasWords } from './site-search.ts';

type Prompt = Pick<PromptRecord, 'id' | 'text'>;

/**
 * Which page to return: the one after the prompt with the ID `after`, or the first one if `after` is null. The page
 * starts after that prompt's current place, since its text may have changed, and is empty if the prompt is not listed.
 */
export interface PromptPageRequest {
  after: string | null;
  limit: number;
  /** The IDs of the prompts to list; all prompts if left out. */
  allowedIds?: ReadonlySet<string>;
}

const compareCodeUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The order of a list of prompts: by the UTF-16 code units of the text, then by ID. */
export const comparePrompts = (a: Prompt, b: Prompt): number =>
  compareCodeUnits(a.text, b.text) || compareCodeUnits(a.id, b.id);

/**
 * The IDs of one page of a site's prompts, in order. All stores sort and search with this function, so that they agree
 * on the order of code units and on lower case in every script.
 * @param words in lower case; each must occur in the text.
 */
export async function pageOfPrompts(
  prompts: readonly Prompt[],
  words: readonly string[],
  { after, limit, allowedIds }: PromptPageRequest,
): Promise<string[]> {
  const listed = allowedIds ? prompts.filter(({ id }) => allowedIds.has(id)) : prompts;
  const start = after === null ? null : listed.find(({ id }) => id === after);
  if (start === undefined) return [];
  const found: Prompt[] = [];
  await handleInStretches(listed, (prompt) => {
    if (start !== null && comparePrompts(prompt, start) <= 0) return;
    if (hasWords(words, [prompt.text])) found.push(prompt);
  });
  return found
    .sort(comparePrompts)
    .slice(0, limit)
    .map(({ id }) => id);
}
