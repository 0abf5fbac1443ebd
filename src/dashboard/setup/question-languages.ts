import type { SiteSetup } from '../../contract/sightline/setup.ts';
import { countText } from '../../figures/formats/counts.ts';
import { pageLocale } from '../locale.ts';
import { countQuestions } from './count-questions.ts';

/**
 * The languages of questions that are certainly not in English, such as "German", by the text of the question, so that
 * an edited question has none until it is saved.
 */
export type ForeignLanguages = ReadonlyMap<string, string>;

/** Languages that the sentence names; the questions in the rest are counted together. */
const namedLanguages = 3;

const nameOf = (code: string): string | undefined =>
  new Intl.DisplayNames('en', { type: 'language' }).of(code);

/** The languages of the stored questions as the service detected them. */
export function readForeignLanguages({ prompts }: SiteSetup): ForeignLanguages {
  const isForeign = (code: string | null): code is string =>
    // A service may send any text, and `Intl` throws for one that is not a code.
    code !== null && code !== 'en' && /^[a-z]{2,3}$/.test(code);
  return new Map(
    prompts.flatMap(({ text, language }) =>
      isForeign(language) ? [[text ?? '', nameOf(language) ?? language]] : [],
    ),
  );
}

/**
 * Says that sentiment is not measured in some of the languages: "3 questions are in German and 1 in French: sentiment is
 * measured in English answers only."
 * @param languages of each question that has one
 * @returns null if there are none
 */
export function describeLanguages(languages: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const named = sorted.slice(0, namedLanguages);
  const rest = sorted.slice(namedLanguages).reduce((sum, [, count]) => sum + count, 0);
  const parts = [...named, ...(rest > 0 ? [['other languages', rest] as const] : [])].map(
    ([language, count], at) =>
      at === 0
        ? `${countQuestions(count)} ${count === 1 ? 'is' : 'are'} in ${language}`
        : `${countText(count, pageLocale())} in ${language}`,
  );
  if (parts.length === 0) return null;
  return `${new Intl.ListFormat('en').format(parts)}: sentiment is measured in English answers only.`;
}
