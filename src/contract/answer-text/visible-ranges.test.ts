import { describe, expect, it } from 'vitest';
import { findVisibleRanges, joinRanges, readVisibleText } from './visible-ranges.ts';

/** What is read of a text, without the syntax that stays around what is hidden. */
const readOf = (text: string): string => readVisibleText(text).text;

describe('a reader does not see', () => {
  it.each([
    ['the target of a link', 'See [this test](https://a.example/Oakwell_(UK)/x).'],
    ['the target of a link in brackets', '([a.example](https://a.example/Oakwell?utm_source=b))'],
    ['a target in angle brackets', '[tests](<https://a.example/Oakwell and more>)'],
    ['the title of a link', '[tests](https://a.example "Oakwell \\"2\\" (new)")'],
    ['a title in apostrophes on a line of its own', "[tests](https://a.example\n'Oakwell')"],
    ['a title in parentheses', '[tests](https://a.example (Oakwell))'],
    ['the address of a picture in a link', '[![A desk](/Oakwell.png)](https://a.example/Oakwell)'],
    ['a definition', 'Good.[1]\n\n[1]: https://a.example/Oakwell\n'],
    ['definitions after a heading', '## Sources\n[1]: https://a.example\n[2]: /Oakwell "Oakwell"'],
    ['definitions after CRLF', 'Good.\r\n\r\n[1]: https://a.example/x\r\n[2]: /Oakwell\r\n'],
    ['a definition with its title on the next line', '[a]: https://a.example\n  "Oakwell"'],
    ['a comment', 'Good. <!-- Oakwell > others -->'],
    ['a comment over several paragraphs', 'Good.\n<!--\n\nOakwell\n\n<b>-->'],
    ['a comment with the beginning of another', 'Good. <!-- Oakwell <!-- b -->'],
    ['a script', 'Good. <SCRIPT async src="/a">\n\nif (a < b) c = "Oakwell";</Script > Yes.'],
    ['a style', '<style>.Oakwell::after { content: "a > b" }</style> Good.'],
    ['a title, which browsers show outside of the page', '<title>Oakwell</title> Good.'],
    ['the attribute of a field', '<textarea placeholder="Oakwell">Linden</textarea>'],
    ['an attribute on several lines', 'Good <img\n  alt="a\nOakwell"\n  src=a.png />.'],
    [
      'an attribute',
      'Good, <a title="Oakwell > x" href=\'https://a.example/Oakwell\'>they say</a>',
    ],
    ['the label of a note', 'Good.[^Oakwell]\n\n[^Oakwell]: A test'],
    ['what describes an entity', '\ue200entity\ue202["company","Linden","rival of Oakwell"]\ue201'],
  ])('%s', (_, text) => {
    expect(readOf(text)).not.toContain('Oakwell');
    expect(readOf(text).length).toBeLessThan(text.length);
  });
});

describe('a reader sees', () => {
  it.each([
    ['the label of a link', '[Oakwell](https://a.example)'],
    ['the description of a picture', '![Oakwell](https://a.example/a.png)'],
    ['an address in words', 'See https://a.example/Oakwell and <https://b.example/Oakwell>.'],
    ['brackets that are no link', '[best](see Oakwell) and ](Oakwell'],
    ['an escaped bracket', '[best\\](Oakwell)'],
    ['code', 'Write `[a](/Oakwell)` or ``<!-- ` Oakwell -->``.'],
    [
      'a code block',
      '```html\n<!-- Oakwell -->\n\n[1]: /Oakwell\n```\n\n~~~\n[a](/Oakwell)\n~~~\n',
    ],
    ['a comment without an end', 'Good. <!-- Oakwell'],
    ['a word in angle brackets', 'a List<Oakwell>, <Oakwell id="Oakwell">'],
    ['a comparison', 'a < b, Oakwell > c'],
    ['words that begin like a tag', '<b, Oakwell> <i 5 Oakwell> <p=Oakwell> </b Oakwell>'],
    ['a quotation mark without an end', '<b class="x>Oakwell</b>\n\nA "> b'],
    ['a comment up to its first end', '<!-- a <!-- b --> Oakwell -->'],
    ['what follows an empty comment', '<!--> Oakwell <!---> Oakwell -->'],
    ['a script without an end', 'Use <script> for Oakwell.'],
    ['a placeholder', 'Write: <title> by Oakwell'],
    ['what is in a field', '<textarea>Oakwell</textarea>'],
    ['a sentence after a bracketed word', '\n\n[Note]: Oakwell is good'],
    ['what looks like a definition within a paragraph', 'Good.\n[1]: https://a.example/Oakwell'],
    ['the text of a note', 'Good.[^1]\n\n[^1]: Oakwell says so'],
  ])('%s', (_, text) => {
    const countOf = (part: string) => part.split('Oakwell').length;
    expect(countOf(readOf(text))).toBe(countOf(text));
  });
});

it('keeps a character of each hidden part between words', () => {
  expect(readOf('Best<br class="x">Buy\ue200cite\ue202turn0search0\ue201[a](/b)c')).toBe(
    'Best<Buy\ue200[a](c',
  );
});

it('converts offsets of what is read to offsets in the text', () => {
  const text = '[a](/b) Oak <!-- c -->[Linden](/d) \ue200cite\ue202e\ue201 Pine';
  const read = readVisibleText(text);
  for (const word of ['a', 'Oak', 'Linden', 'Pine'])
    expect(read.toSource(read.text.indexOf(word))).toBe(text.indexOf(word));
});

it('leaves comments and scripts out of what pages show, except in code', () => {
  const shown = (text: string) => joinRanges(text, findVisibleRanges(text));
  expect(shown('Good <!-- a\n\nb -->. `<!-- c -->` [d](/e)')).toBe('Good. `<!-- c -->` [d](/e)');
  expect(shown('A<style>b</style> <b><!--c--></b> `<script>d</script>`')).toBe(
    'A <b></b> `<script>d</script>`',
  );
});

describe('half a megabyte is read before the test times out:', () => {
  it.each([
    '<!--',
    '<!-- a <b>',
    '](',
    '](a "',
    "](a '",
    '](a\n',
    '](a(',
    '<!-->',
    '<script>',
    '<style><script></style>',
    '<title>',
    '<a ',
    '<a "',
    '<a \'"',
    '<a b="',
    '<a b="<a c=\'',
    ' b="<a c=\'',
    '<a b=" \n',
    '<a\n',
    '`',
    '``a`',
    '```',
    '~~~',
    '\n~~~ ',
    '[^a',
    '\n\n[a]:',
    '\n\n[a]: b\n',
    '\n\n[a]: b "',
    '\n# a\n[b]: c',
    '\\[',
    '\n\r',
    '\n ',
    ' ',
    'a',
  ])('%j', (part) => {
    for (const opening of ['', '[a](', '[a](b "', '<a ', '<a b="', '<!-- ', '`', '\n\n[a]: b '])
      expect(readOf(opening + part.repeat(500_000 / part.length)).length).toBeGreaterThan(0);
  });
});
