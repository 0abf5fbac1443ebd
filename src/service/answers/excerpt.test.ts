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
  ['See https://tests.example/a?b=1&amp;c=2, or www.tests.example.', 'See, or.'],
  ['<https://tests.example/a> has [a wiki](https://wiki.example/Oak_(tree)).', 'has a wiki.'],
  ['A [label][1], a fact [2].\n\n[1]: https://tests.example/a "Title"', 'A label, a fact.'],
  ['It lasts [1] [2], they say [^3].', 'It lasts, they say.'],
  [
    'It lasts [1](https://a.example/)[[2]](https://b.example/). See (p. 3) [4]',
    'It lasts. See (p. 3)',
  ],
  ['It is good. <!-- Acme --> Really', 'It is good. Really'],
  [
    'A <script>let a = "Acme";</script>List <b Acme + c> <i x="Acme">is</i>',
    'A List <b Acme + c> is',
  ],
  ['[Note]: Acme lasts', '[Note]: Acme lasts'],
  ['Shops [1](https://a.example/)[[2]](https://b.example/)', 'Shops'],
  ['R&amp;D &lt;b&gt; &#8211; 9&nbsp;/&nbsp;10, &foo; AT&T', 'R&D <b> – 9 / 10, &foo; AT&T'],
  ['\\*not emphasis\\* and C\\#', '*not emphasis* and C#'],
  ['One<br>two, H<sub>2</sub>O <img src="https://pictures.example/p.png">', 'One two, H2O'],
  ['| A | B |\n|---|:--|\n| one | two |', 'A B one two'],
  ['A \ue200cite\ue202turn0search0\ue202turn1news2\ue201. \ue203B\ue204 c', 'A. B c'],
  [
    '\ue200entity\ue202["company","Acme","maker"]\ue201 and \ue200url\ue202a test\ue202turn0search0\ue201',
    'Acme and a test',
  ],
  ['cut off \ue200cite\ue202turn0se', 'cut off'],
  ['Acme ![](https://icons.example/a.png)![](https://icons.example/b.png) lasts', 'Acme lasts'],
  [
    'Acme [![](data:image/png;base64,iVBORw0KGgo=)Shop](https://shop.example/) lasts',
    'Acme Shop lasts',
  ],
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

const address = `https://shops.example/${'path/'.repeat(1_000)}`;
const picture = `![](data:image/png;base64,${'QUJD'.repeat(2_000)}=)`;
test.each([
  [`[far](${address}) near Acme near [far](${address})`, '…near Acme near far…'],
  [`${address} near Acme near ${address}`, '…near Acme near…'],
  [`${picture} near Acme near ${picture}`, '…near Acme near…'],
  [`${picture}near Acme near${picture}`, '…near Acme near…'],
  [`[${picture}far](${address}) Acme [${picture}far](${address})`, '…Acme…'],
])('what is cut off at the edges of a long text is left out, case %#', (text, expected) => {
  expect(excerptOf(text, text.indexOf('Acme'))).toBe(expected);
});

test('a text without spaces is cut to the same length', () => {
  const excerpt = excerptOf(`${'漢字'.repeat(2_500)}Acme`, 5_000);
  expect(excerpt).toMatch(/^…[漢字]{236}Acme$/);
});

test('a hostile text of 20,000 characters leaves no address or data, wherever the mention is', () => {
  const part = fc.constantFrom(
    'Acme ',
    '[a](https://a.example/x) ',
    '[![](data:image/png;base64,QUJDREVGRw==)b](https://b.example/y?z=1) ',
    `${picture} `,
    `<${address}> `,
    '\ue200cite\ue202turn0search0\ue201 ',
    '&amp; ',
  );
  const texts = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''));
  const property = fc.property(texts, fc.nat(20_000), (text, at) => {
    const excerpt = excerptOf(text, Math.min(at, text.length));
    expect(excerpt).not.toMatch(/https?:|\.example|base64|QUJD|[\uE000-\uF8FF]|turn0|\]\(/);
  });
  fc.assert(property, { numRuns: 300 });
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
