import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxAnswerLength } from '../../contract/sightline/answers.ts';
import type { Citation } from '../records/answer.ts';
import { noEvidence } from '../store/store.ts';
import { createAnswerMapper, createMarkFinder } from './answer-mapper.ts';

const brands = [
  { id: 'a', aliases: ['Zoë', 'Zoë Shoes'] },
  { id: 'b', aliases: ['Shoes'] },
  { id: 'c', aliases: ['한국'] },
];
const findMarks = createMarkFinder(brands);
const markedTexts = (text: string, ids = ['a', 'b', 'c']) =>
  findMarks(text, ids).map(({ brandId, start, end }) => [brandId, text.slice(start, end)]);

test('names that no reader sees have no marks, and those after them are marked where they are', () => {
  const text =
    '[Tests](/Shoes) <!-- Zoë -->Zoë <b title="Shoes">Shoes</b>\ue200cite\ue202x\ue201, Zoë';
  expect(findMarks(text, ['a', 'b']).map(({ start }) => start)).toEqual([
    text.indexOf('Zoë <b'),
    text.indexOf('Shoes</b>'),
    text.lastIndexOf('Zoë'),
  ]);
  expect(markedTexts(text)).toEqual([
    ['a', 'Zoë'],
    ['b', 'Shoes'],
    ['a', 'Zoë'],
  ]);
});

test.each<[string, string[][]]>([
  [
    'Zoë and Shoes',
    [
      ['a', 'Zoë'],
      ['b', 'Shoes'],
    ],
  ],
  // The next three texts are longer than in NFC: by one unit for each decomposed accent, by more for a Hangul syllable.
  [
    'é Zoe\u0308, e\u0301 Shoes',
    [
      ['a', 'Zoe\u0308'],
      ['b', 'Shoes'],
    ],
  ],
  [
    'e\u0301e\u0301 Zoe\u0308 Shoes',
    [
      ['a', 'Zoe\u0308 Shoes'],
      ['b', 'Shoes'],
    ],
  ],
  [
    '👟e\u0301 \u1112\u1161\u11ab\u1100\u116e\u11a8',
    [['c', '\u1112\u1161\u11ab\u1100\u116e\u11a8']],
  ],
  // NFC replaces the angstrom sign (U+212B) with the letter Å (U+00C5).
  ['\u212b Shoes', [['b', 'Shoes']]],
  [`x${'\u0301'.repeat(70)} Shoes`, [['b', 'Shoes']]],
  ['', []],
])('the marks in %j cover %j', (text, expected) => expect(markedTexts(text)).toEqual(expected));

test('brands are marked up to the length that pages show, and not in part', () => {
  const before = '-'.repeat(maxAnswerLength - 5);
  expect(markedTexts(`${before}Shoes`)).toEqual([['b', 'Shoes']]);
  expect(markedTexts(`-${before}Shoes`)).toEqual([]);
  expect(markedTexts(`${before}Shoeshop`)).toEqual([]);
});

test('only the given brands are marked', () => {
  expect(markedTexts('Zoë and Shoes', ['b'])).toEqual([['b', 'Shoes']]);
});

test('every mark covers an alias of its brand, whatever the text', () => {
  const part = fc.constantFrom(
    'Zoe\u0308',
    'Zoë',
    'Shoes',
    ' ',
    'e\u0301',
    '\u0301',
    '👟',
    '한국',
    '\u1100\u116e',
    '\u11a8',
    'Å',
  );
  const texts = fc.array(part, { maxLength: 15 }).map((parts) => parts.join(''));
  const property = fc.property(texts, (text) => {
    for (const { brandId, start, end } of findMarks(text, ['a', 'b', 'c'])) {
      const aliases = brands.find(({ id }) => id === brandId)?.aliases ?? [];
      const marked = text.slice(start, end).normalize('NFC');
      expect(aliases.some((alias) => marked.includes(alias))).toBe(true);
    }
  });
  fc.assert(property, { numRuns: 1_000 });
});

test.each([
  ['https://me:secret@news.example/a?b=c#d', 'https://news.example/a?b=c#d'],
  ['https://me@news.example/', 'https://news.example/'],
  ['https://news.example/@me', 'https://news.example/@me'],
  ['HTTPS://news.example', 'HTTPS://news.example'],
  ['https://www.google.com/url?q=https://me:secret@news.example/', 'https://news.example/'],
  ['https://google.com/amp/s/me:secret@news.example/', 'https://news.example/'],
  [
    `https://www.bing.com/ck/a?u=a1${Buffer.from('https://me:secret@news.example/').toString('base64url')}`,
    'https://news.example/',
  ],
  [
    'https://news.example/?next=https://me:s@cret@a.example/&mail=b@c',
    'https://news.example/?next=https://a.example/&mail=b@c',
  ],
  [
    'https://news.example/?next=https%3A%2F%2Fme%3Asecret%40a.example%2F@b',
    'https://news.example/?next=https%3A%2F%2Fa.example%2F@b',
  ],
  ['https://news.example/?next=//me:secret@a.example', 'https://news.example/?next=//a.example'],
  ['https://news.example/https://me:secret@a.example', 'https://news.example/https://a.example'],
  ['https://news.example/#https://me:secret@a.example', 'https://news.example/#https://a.example'],
  [
    'https://news.example/?u=https://a.example/@me&v=https://b.example?c@d',
    'https://news.example/?u=https://a.example/@me&v=https://b.example?c@d',
  ],
])('the cited and the found address %s is given as %s', (url, given) => {
  const toAnswer = (evidence: { citations?: Citation[]; retrieved?: Citation[] }) =>
    createAnswerMapper([], []).toAnswer({
      scanId: 'scan',
      promptId: 'prompt',
      platform: 'claude_api',
      region: 'US',
      run: 1,
      completedAt: null,
      at: 0,
      prompt: 'Which?',
      brandIds: [],
      sentiments: [],
      places: [],
      domains: ['news.example'],
      evidence: { ...noEvidence, sources: 0, ...evidence },
    });
  const source = { url, title: '' };
  expect(toAnswer({ citations: [source] }).citations[0]?.url).toBe(given);
  expect(toAnswer({ retrieved: [source] }).retrieved[0]?.url).toBe(given);
});
