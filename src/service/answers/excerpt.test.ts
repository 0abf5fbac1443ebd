import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

test.each([
  ['', ''],
  ['Plain text.', 'Plain text.'],
  ['## A title\n\nand **bold**, _soft_ and `code`', 'A title and bold, soft and code'],
  ['- one\n- two\n> three', 'one two three'],
  ['See [the *test*](https://tests.example/a "Title").', 'See the test.'],
  ['![A picture](https://pictures.example/p.png) of it', 'A picture of it'],
  ['snake_case stays, 2 * 3 too', 'snake_case stays, 2 3 too'],
  ['a\tb\r\nc\u0000d', 'a b c d'],
])('%j is %j in plain text', (text, plain) => expect(excerptOf(text, 0)).toBe(plain));

const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ');

test('the opening of a long text ends at a word boundary', () => {
  expect(excerptOf(words(100), 0)).toBe(`${words(48)}…`);
});

test('a mention in the middle of a long text has some text before it and more after it', () => {
  const text = `${words(100, 'before')} Acme ${words(100, 'after')}`;
  const excerpt = excerptOf(text, text.indexOf('Acme'));
  expect(excerpt).toMatch(/^…before( before)+ Acme after( after)+…$/);
  expect(excerpt.indexOf('Acme')).toBeLessThan(100);
});

test('a mention in the URL of a link is treated as if it were in the label', () => {
  const text = `${words(100, 'before')} [the shop](https://acme.example) ${words(100, 'after')}`;
  expect(excerptOf(text, text.indexOf('acme'))).toContain('before the shop after');
});

test('a mention at the end of a long text has more text before it than one in the middle', () => {
  const text = `${words(100, 'before')} Acme`;
  const excerpt = excerptOf(text, text.indexOf('Acme'));
  expect(excerpt).toMatch(/^…before( before)+ Acme$/);
  expect(excerpt.length).toBeGreaterThan(200);
});

test('an excerpt is one line of limited length without markup for code or bold, wherever the mention is', () => {
  const part = fc.constantFrom('Acme', ' ', '👟', '**', '[a](b)', '\n# ', 'x'.repeat(99), '`', '_');
  const texts = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
  const property = fc.property(texts, fc.nat(400), (text, at) => {
    const excerpt = excerptOf(text, Math.min(at, text.length));
    expect(excerpt.length).toBeLessThanOrEqual(242);
    expect(excerpt).not.toMatch(/[\n\r`]|\*\*/);
  });
  fc.assert(property, { numRuns: 500 });
});
