import { asciiRunsOf, wholeWordPatternOf } from '../../answer-words.ts';
import type { Params } from '../engine/engine.ts';
import { wordsOfText } from '../engine/tables.ts';

/**
 * Conditions that select the rows of `texts` whose text contains every word as a whole word. The search for the words'
 * ASCII runs comes first, since it rules out most texts faster than the regular expressions would.
 */
export const wordConditionsOf = (words: readonly string[]): string[] => [
  'text IS NOT NULL',
  'arrayAll(place -> place > 0, multiSearchAllPositionsCaseInsensitive(assumeNotNull(text), {runs:Array(String)}))',
  ...words.map((_, index) => `match(assumeNotNull(text), {word${index}:String})`),
];

/**
 * The condition that lets the index of words skip granules. The other conditions imply it, and it is slow to evaluate,
 * so it comes last.
 */
export const indexedCondition = `hasAll(${wordsOfText}, {runs:Array(String)})`;

/** The parameters of `wordConditionsOf` and `indexedCondition`. */
export const wordParamsOf = (words: readonly string[]): Params => ({
  runs: [...new Set(words.flatMap(asciiRunsOf))],
  ...Object.fromEntries(words.map((word, index) => [`word${index}`, wholeWordPatternOf(word)])),
});
