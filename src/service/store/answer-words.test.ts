import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asciiRunsOf,
  createWordMatcher,
  wholeWordPatternOf,
  wholeWordsOf,
} from './answer-words.ts';

test.each<[string, string[]]>([
  ['', []],
  [' … — !', []],
  ['running  shoes', ['running', 'shoes']],
  ['"running-shoes", (£20)', ['running', 'shoes', '20']],
  ['snake_case don’t', ['snake_case', 'don', 't']],
  ['Zoë Zoe\u0308 跑鞋', ['Zoë', 'Zoe\u0308', '跑鞋']],
  ['a b a', ['a', 'b']],
])('the words of %j are %j', (search, words) => expect(wholeWordsOf(search)).toEqual(words));

describe('a search for words', () => {
  test.each([
    ['shoe', 'A shoe.'],
    ['shoe', 'shoe'],
    ['SHOE', '(Shoe)'],
    ['shoe', 'shoelace or shoe'],
    ['shoe', '**shoe**'],
    ['größe', 'Die GRÖßE'],
    ['ÉTÉ', 'un été,'],
    ['20', '£20-30'],
    ['跑鞋', '「跑鞋」'],
    ['K2', '\u212a2 is not it, K2 is'],
  ])('finds %s in %j', (word, text) => expect(createWordMatcher([word])(text)).toBe(true));

  test.each([
    ['shoe', 'shoes'],
    ['shoe', 'snow_shoe'],
    ['shoe', 'shoe2'],
    // The mark belongs to the last letter.
    ['shoe', 'shoe\u0301'],
    ['shoe', 'ſhoe'],
    ['k', '\u212a'],
    ['跑', '跑鞋'],
    ['ss', 'ß'],
    ['shoe', ''],
  ])('does not find %s in %j', (word, text) => expect(createWordMatcher([word])(text)).toBe(false));

  test('finds only texts with every word, in any order', () => {
    const hasBothWords = createWordMatcher(['good', 'shoes']);
    expect(hasBothWords('Shoes: good ones.')).toBe(true);
    expect(hasBothWords('good ones')).toBe(false);
  });
});

const characters = fc.constantFrom(...'abKsSiIıİſ\u212aßéÉσςΣ1_ -.\n😀\u0301');
const texts = fc.array(characters, { maxLength: 12 }).map((parts) => parts.join(''));

/** The words that ClickHouse indexes for a text, as `wordsOfText` defines them. */
const indexedWordsOf = (text: string) =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).match(/[0-9a-z]+/g) ?? [];

test('every word of a text is found, and the index of the text has the ASCII runs of every found word', () => {
  let foundCount = 0;
  const property = fc.property(texts, fc.boolean(), (text, isUpper) => {
    const search = isUpper ? text.toUpperCase() : text.toLowerCase();
    for (const word of wholeWordsOf(text)) expect(createWordMatcher([word])(text)).toBe(true);
    for (const word of wholeWordsOf(search)) {
      if (!createWordMatcher([word])(text)) continue;
      foundCount += 1;
      expect(indexedWordsOf(text)).toEqual(expect.arrayContaining(asciiRunsOf(word)));
    }
  });
  fc.assert(property, { numRuns: 300 });
  expect(foundCount).toBeGreaterThan(10);
});

test('the pattern of every word of a search is valid and matches the word itself', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 20 });
  const property = fc.property(anyText, (search) => {
    for (const word of wholeWordsOf(search)) {
      expect(new RegExp(wholeWordPatternOf(word), 'u').test(word)).toBe(true);
    }
  });
  fc.assert(property, { numRuns: 100 });
});
