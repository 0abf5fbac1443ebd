import { asciiRuns, standalonePattern } from '../answer-words.ts';
import type { Params } from './engine.ts';
import { wordsOfText } from './tables.ts';

/**
 * Conditions on `texts`: the text contains every word as a whole word. The search for the words' ASCII runs rules out
 * most texts sooner than the regular expressions.
 */
export const wordConditions = (words: readonly string[]): string[] => [
  'text IS NOT NULL',
  'arrayAll(place -> place > 0, multiSearchAllPositionsCaseInsensitive(assumeNotNull(text), {runs:Array(String)}))',
  ...words.map((_, at) => `match(assumeNotNull(text), {word${at}:String})`),
];

/**
 * The condition that the index on words needs to skip granules. The other conditions imply it and it is slow to
 * evaluate, so it comes last.
 */
export const indexedCondition = `hasAll(${wordsOfText}, {runs:Array(String)})`;

/** The parameters of `wordConditions`. */
export const wordParams = (words: readonly string[]): Params => ({
  runs: [...new Set(words.flatMap(asciiRuns))],
  ...Object.fromEntries(words.map((word, at) => [`word${at}`, standalonePattern(word)])),
});
