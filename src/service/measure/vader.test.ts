import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import { expect, it } from 'vitest';
import { compoundOf } from './vader.ts';

const folder = dirname(createRequire(import.meta.url).resolve('vader-sentiment/package.json'));
const lexiconRows = readFileSync(join(folder, 'vader_lexicon.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));
const lexicon = lexiconRows.map(([word = '']) => word);
const modifiers =
  "very not never so this least at kind of sort the bomb but BUT isn't without hardly Kind OF more"
    .split(' ')
    .concat(['bad ass', 'yeah right', 'cut the mustard', 'is', 'a', 'Acme', '__proto__']);
const affix = fc.constantFrom('', '', '', '.', '!', '?!?', ',', '"', '!!!!', '(', '*', '-', "'");

const token = fc
  .tuple(
    affix,
    fc.oneof(
      fc.constantFrom(...lexicon),
      fc.constantFrom(...modifiers),
      fc.string({ maxLength: 6, unit: 'binary' }),
    ),
    fc.boolean(),
    affix,
  )
  .map(([before, word, isUpper, after]) => before + (isUpper ? word.toUpperCase() : word) + after);
const space = fc.constantFrom(' ', ' ', '  ', '\n', '\u00a0', '\t');
const sentence = fc
  .array(fc.tuple(token, space), { maxLength: 14 })
  .map((tokens) => tokens.flat().join(''));

it('compoundOf returns the same score as the library for any sentence', () => {
  fc.assert(
    fc.property(sentence, (text) => {
      expect(compoundOf(text)).toBe(SentimentIntensityAnalyzer.polarity_scores(text).compound);
    }),
    { numRuns: 3_000 },
  );
});

it('the lexicon of the library has no word with the valence 0', () => {
  expect(lexiconRows.length).toBeGreaterThan(7_000);
  expect(lexiconRows.filter(([, valence]) => Number(valence) === 0)).toEqual([]);
});
