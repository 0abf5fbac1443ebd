import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { handleInStretches } from '../limits/stretch.ts';
import { maxDetectedLength } from '../measure/language.ts';
import type { BrandRecord } from '../store/records.ts';
import type { TextThread } from './text-thread.ts';

/** The languages of as many questions are kept, which takes a few megabytes; a site has at most 2,000. */
const maxKept = 40_000;

/** The languages of questions, each found once: a site's 2,000 questions take up to a second. */
export class QuestionLanguages {
  readonly #texts: Pick<TextThread, 'map'>;
  /** By a hash of the aliases and the question; empty if it is not certain. */
  readonly #known = new LRUCache<string, string>({ max: maxKept });

  constructor(texts: Pick<TextThread, 'map'>) {
    this.#texts = texts;
  }

  /** The language of each question of a site with these brands; see `createQuestionLanguage`. */
  async find(
    brands: readonly BrandRecord[],
    questions: readonly string[],
  ): Promise<(string | null)[]> {
    const aliases = hash('sha256', JSON.stringify(brands.map((brand) => brand.aliases)), 'base64');
    const keys: string[] = [];
    await handleInStretches(questions, (question) => {
      keys.push(hash('sha256', `${aliases}${question.slice(0, maxDetectedLength)}`, 'base64'));
    });
    const found = new Map(keys.map((key) => [key, this.#known.get(key)]));
    const missing = [...found.keys()].filter((key) => found.get(key) === undefined);
    const textOf = new Map(keys.map((key, index) => [key, questions[index] ?? '']));
    const texts = missing.map((key) => (textOf.get(key) ?? '').slice(0, maxDetectedLength));
    const languages = await this.#texts.map('language', brands, texts);
    for (const [index, key] of missing.entries()) {
      const language = languages[index] ?? '';
      found.set(key, language);
      this.#known.set(key, language);
    }
    return keys.map((key) => found.get(key) || null);
  }
}
