import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AnswerText } from './answer-text.tsx';
import { MarkedBrandsContext } from './brand-mark.tsx';
import { isSafeMarkdown } from './safe-markdown.ts';

afterEach(cleanup);

const kinds = { us: 'tracked', them: 'competitor', new: 'other' } as const;
const brandOf = (id: string) => ({
  id,
  name: `Brand ${id}`,
  kind: id === 'us' || id === 'them' ? kinds[id] : kinds.new,
});
const brands = { brandOf, descriptionIdOf: (id: string) => `about-${id}` };

/** Renders an answer's text with a mark for each {id:words} in the template. */
function show(template: string) {
  const marks: { brandId: string; start: number; end: number }[] = [];
  let text = '';
  for (const part of template.split(/(\{\w+:[^}]*\})/)) {
    const [, brandId, words] = /^\{(\w+):([^}]*)\}$/.exec(part) ?? [];
    if (brandId !== undefined && words !== undefined) {
      marks.push({ brandId, start: text.length, end: text.length + words.length });
    }
    text += words ?? part;
  }
  const { container } = render(
    <MarkedBrandsContext value={brands}>
      <AnswerText text={text} marks={marks} />
    </MarkedBrandsContext>,
  );
  return { container, text, marks };
}
const marksIn = (container: Element) =>
  [...container.querySelectorAll('mark')].map((mark) => [
    mark.textContent,
    mark.dataset['kind'],
    mark.getAttribute('aria-describedby'),
  ]);

describe('the marks', () => {
  it.each<[string, [string, string, string][]]>([
    [
      'Try {us:Acme} or {them:Beta}, not {new:Ce}.',
      [
        ['Acme', 'tracked', 'about-us'],
        ['Beta', 'competitor', 'about-them'],
        ['Ce', 'other', 'about-new'],
      ],
    ],
    [
      '# On {us:Acme}\n\n- **{us:Acme}** one\n- a `{us:Acme}` b',
      [
        ['Acme', 'tracked', 'about-us'],
        ['Acme', 'tracked', 'about-us'],
        ['Acme', 'tracked', 'about-us'],
      ],
    ],
    [
      '[{us:Acme} shop](https://acme.example) 👟 {us:Acme}',
      [
        ['Acme', 'tracked', 'about-us'],
        ['Acme', 'tracked', 'about-us'],
      ],
    ],
    ['| a | b |\n|---|---|\n| {us:Acme} | x |', [['Acme', 'tracked', 'about-us']]],
    [
      'A *very {us:Acme* Shoes} thing',
      [
        ['Acme', 'tracked', 'about-us'],
        [' Shoes', 'tracked', 'about-us'],
      ],
    ],
    [
      'See {us:AT&amp;T} &mdash; or {them:R&amp;D}.',
      [
        ['AT&T', 'tracked', 'about-us'],
        ['R&D', 'competitor', 'about-them'],
      ],
    ],
    [
      'Caf&eacute; {us:Acme\\_Shoes} \\* &#8211; {them:Caf&#xE9; Beta}',
      [
        ['Acme_Shoes', 'tracked', 'about-us'],
        ['Café Beta', 'competitor', 'about-them'],
      ],
    ],
    ['A {us:R&am}p;D lab', [['R&', 'tracked', 'about-us']]],
    [
      '> One\n> &amp; {us:Acme}\n\n- Two  \n  {them:Beta} \\[x\\]',
      [
        ['Acme', 'tracked', 'about-us'],
        ['Beta', 'competitor', 'about-them'],
      ],
    ],
    [
      '```sh\nbuy {us:Acme} &amp; {them:Beta}\n```\n\n`{us:Acme}`',
      [
        ['Acme', 'tracked', 'about-us'],
        ['Beta', 'competitor', 'about-them'],
        ['Acme', 'tracked', 'about-us'],
      ],
    ],
    ['mail@x.example or &amp; {us:Acme}', [['Acme', 'tracked', 'about-us']]],
    ['| a &amp; b |\n|---|\n| x \\| {us:Acme} |', [['Acme', 'tracked', 'about-us']]],
    [
      'A<sup>{us:Acme}</sup> <b>{them:Beta}</b>',
      [
        ['Acme', 'tracked', 'about-us'],
        ['Beta', 'competitor', 'about-them'],
      ],
    ],
    [
      'A \ue200cite\ue202turn0search0\ue201. \ue203{us:Acme}\ue204 \ue200entity\ue202["company","{them:Beta}","maker"]\ue201',
      [
        ['Acme', 'tracked', 'about-us'],
        ['Beta', 'competitor', 'about-them'],
      ],
    ],
  ])('are where the text names the brands: %s', (template, expected) => {
    expect(marksIn(show(template).container)).toEqual(expected);
  });

  it('add no words to the text', () => {
    const { container } = show('Try {us:Acme} or {them:Beta}, see [a page](https://x.example).');
    expect(container.textContent).toBe('Try Acme or Beta, see a page.');
  });

  it('are one tab stop each, even where Markdown splits them', () => {
    const { container } = show('A *very {us:Acme* Shoes} thing and {them:Beta}');
    const areTabStops = [...container.querySelectorAll('mark')].map(
      ({ tabIndex }) => tabIndex >= 0,
    );
    expect(areTabStops).toEqual([true, false, true]);
  });

  it.each([
    [{ start: -1, end: 2 }],
    [{ start: 3, end: 3 }],
    [{ start: 5, end: 2 }],
    [{ start: 0, end: 1000 }],
    [{ start: 0.5, end: 2 }],
    [{ start: Number.NaN, end: 2 }],
  ])('are left out at invalid positions: %j', (position) => {
    render(<AnswerText text="Plain words" marks={[{ brandId: 'us', ...position }]} />);
    expect(document.querySelectorAll('mark')).toHaveLength(0);
    expect(document.body.textContent).toBe('Plain words');
  });

  it('are left out where they overlap an earlier one', () => {
    const marks = [
      { brandId: 'them', start: 2, end: 6 },
      { brandId: 'us', start: 0, end: 4 },
    ];
    render(<AnswerText text="Acme Shoes" marks={marks} />);
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'Acme',
    ]);
    expect(document.body.textContent).toBe('Acme Shoes');
  });
});

/** The HTML that a text is rendered as, without classes and attributes of links. */
function renderHtml(text: string): string {
  const { container } = render(<AnswerText text={text} marks={[]} />);
  return (
    container.firstElementChild?.innerHTML.replaceAll(/ (?:class|target|rel)="[^"]*"/g, '') ?? ''
  );
}
const link = (address: string, label: string, domain: string) =>
  `<a href="${address}" data-domain="${domain}">${label}</a>`;

describe('Markdown as platforms write it', () => {
  it.each([
    ['R&amp;D&nbsp;&ndash; 5 &lt; 6, &foo;', '<p>R&amp;D&nbsp;– 5 &lt; 6, &amp;foo;</p>'],
    ['    First **line**\n\nSecond', '<p>First <strong>line</strong></p>\n<p>Second</p>'],
    ['\n    # One\n\n    Two', '<h3>One</h3>\n<p>Two</p>'],
    ['One\n\n    code', '<p>One</p>\n<pre><code>code\n</code></pre>'],
    ['One<br>two<BR/>three', '<p>One<br>two<br>three</p>'],
    ['<br>\n**One**', '<p><br>\n<strong>One</strong></p>'],
    [
      '| A |\n|---|\n| x<br />y |',
      '<section aria-label="Table" tabindex="0"><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>x<br>y</td></tr></tbody></table></section>',
    ],
    [
      'Fact<sup>**1**</sup>, H<sub>2</sub>O',
      '<p>Fact<sup><strong>1</strong></sup>, H<sub>2</sub>O</p>',
    ],
    ['A<sup>1 and <b>2</b>', '<p>A1 and 2</p>'],
    ['Good, <a title="Acme > x" href="/acme">they say</a><td>x', '<p>Good, they say x</p>'],
    ['a List&lt;String>, a List<String>', '<p>a List&lt;String&gt;, a List&lt;String&gt;</p>'],
    ['Good. <!-- Acme\n\nBeta --> `<!-- c -->`', '<p>Good. <code>&lt;!-- c --&gt;</code></p>'],
    [
      '**Acme.**\ue200cite\ue202turn0search0\ue202turn0news1\ue201 Good',
      '<p><strong>Acme.</strong> Good</p>',
    ],
    ['Good \ue200cite\ue202turn0search0\ue201.', '<p>Good.</p>'],
    ['See \ue200url\ue202a test\ue202turn0search0\ue201 \uf8ff', '<p>See a test</p>'],
    ['Good \ue200cite\ue202turn0sea', '<p>Good</p>'],
  ])('is rendered as it is written: %s', (text, html) => {
    expect(renderHtml(text)).toBe(html);
  });

  const data = 'data:image/png;base64,iVBORw0KGgo=';
  it.each([
    [
      `Acme [![](${data})Shop](https://shop.example/)`,
      `<p>Acme ${link('https://shop.example/', 'Shop', 'shop.example')}</p>`,
    ],
    [`Acme [![](${data})](https://shop.example/)`, '<p>Acme </p>'],
    [
      'Acme [![](https://p.example/a.png) Shop](https://shop.example/)',
      `<p>Acme ${link('https://shop.example/', ' Shop', 'shop.example')}</p>`,
    ],
    [
      '[![A tent](https://p.example/a.png)](https://shop.example/)',
      `<p>${link('https://shop.example/', 'A tent', 'shop.example')}</p>`,
    ],
    [`Acme ![](${data})![](https://icons.example/faviconV2?url=x)lasts`, '<p>Acme lasts</p>'],
    [`![A tent](${data})`, '<p>A tent</p>'],
    [
      '![](https://p.example/a.png)',
      `<p>${link('https://p.example/a.png', 'Picture', 'p.example')}</p>`,
    ],
  ])('has pictures only as links that say something: %s', (text, html) => {
    expect(renderHtml(text)).toBe(html);
  });
});

describe('a long text', () => {
  const filler = 'Words that fill a paragraph of this text. '.repeat(20).trim();
  const sections = Array.from({ length: 12 }, (_, n) => `## Section ${n}\n\n${filler}`).join(
    '\n\n',
  );

  it('is rendered in parts, as it would be at once', async () => {
    const { container } = show(`# Title\n\n### Deep\n\n${sections}\n\n{us:Acme}`);
    expect(marksIn(container)).toEqual([]);
    await vi.waitFor(() => expect(marksIn(container)).toHaveLength(1));
    const levels = [...container.querySelectorAll('h3, h4, h5, h6')].map(({ tagName }) => tagName);
    expect(levels).toEqual(['H3', 'H4', ...Array.from({ length: 12 }, () => 'H4')]);
    expect(container.querySelectorAll('p')).toHaveLength(13);
  });

  it('finds the definitions of its links and notes in other parts', async () => {
    const { container } = show(
      `See [a test][1] and a note[^1].\n\n${sections}\n\n[1]: https://tests.example/a\n\n[^1]: A note with words.`,
    );
    await vi.waitFor(() => expect(container.textContent).toContain('A note with words.'));
    expect(container.querySelector('a')?.getAttribute('href')).toBe('https://tests.example/a');
  });

  it('is not split within code, lists or paragraphs', async () => {
    const code = `\`\`\`\n${'x\n\n# y\n\n'.repeat(80)}\`\`\``;
    const list = `1. one\n\n${Array.from({ length: 6 }, () => `   ${filler}`).join('\n\n')}\n\n2. two`;
    const paragraph = `${filler}\n`.repeat(30);
    const { container } = show(`${filler}\n\n${code}\n\n${list}\n\n${paragraph}\n# End`);
    await vi.waitFor(() => expect(container.querySelector('h3')).not.toBeNull());
    expect(container.querySelectorAll('pre, ol')).toHaveLength(2);
    expect(container.querySelectorAll('ol > li')).toHaveLength(2);
    expect(container.querySelectorAll('h3, h4')).toHaveLength(1);
    expect(container.querySelectorAll('div > p')).toHaveLength(2);
  });

  it('continues the numbers of a list that is too long for one part', async () => {
    const items = Array.from({ length: 450 }, (_, n) => `${n + 1}. item\n`).join('');
    const { container } = show(`${items}\nEnd`);
    await vi.waitFor(() => expect(container.textContent).toContain('End'));
    const starts = [...container.querySelectorAll('ol')].map(({ start }) => start);
    expect(starts).toEqual([1, 201, 401]);
    expect(container.querySelectorAll('li')).toHaveLength(450);
  });
});

const hostileTexts = [
  '<script>globalThis.hacked = 1</script>',
  '<img src=x onerror="globalThis.hacked = 1">',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>body { display: none }</style>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x) [x](file:///etc/passwd) [x](//evil.example) [x](/session) [x](#top)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![tracker](https://evil.example/pixel.png "onerror=alert(1)")',
  '[![tracker](https://evil.example/pixel.png)](https://evil.example)',
  '[^1]\n\n[^1]: <b onclick="alert(1)">x</b>',
];

describe('an untrusted text', () => {
  it.each(hostileTexts)('runs and loads nothing: %s', (text) => {
    const { container } = render(<AnswerText text={text} marks={[]} />);
    const forbiddenElements =
      'script, img, svg, iframe, style, link, object, embed, video, audio, form';
    expect(container.querySelectorAll(forbiddenElements)).toHaveLength(0);
    for (const element of container.querySelectorAll('*')) {
      expect(element.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([]);
      expect(element.hasAttribute('src')).toBe(false);
    }
    for (const link of container.querySelectorAll('a')) {
      expect(link.href).toMatch(/^https?:\/\//);
      expect(link.target).toBe('_blank');
      expect(link.rel).toBe('noopener noreferrer');
    }
  });

  it('shows an image as a link with its description', () => {
    render(<AnswerText text="![A tent in the wind](https://pictures.example/a.png)" marks={[]} />);
    const link = screen.getByRole('link', { name: 'A tent in the wind' });
    expect(link.getAttribute('href')).toBe('https://pictures.example/a.png');
    expect(link.dataset['domain']).toBe('pictures.example');
  });

  it('shows the domain that a link leads to, unless the link’s text is an address in that domain', () => {
    render(
      <AnswerText
        text="[https://bank.example](https://evil.example/x) and https://www.bank.example/login"
        marks={[]}
      />,
    );
    const [first, second] = screen.getAllByRole('link');
    expect(first?.dataset['domain']).toBe('evil.example');
    expect(second?.dataset['domain']).toBeUndefined();
  });

  it.each([
    ['over 100,000 characters', 'Long answer. '.repeat(7_700)],
    ['132,000 asterisks', '**a'.repeat(66_000)],
    ['nested quotes', `${'>'.repeat(20_000)} a`],
    ['nested lists', Array.from({ length: 400 }, (_, n) => `${' '.repeat(n * 2)}- a`).join('\n')],
    ['many brackets', '[a]('.repeat(7_000)],
    ['7,500 underlined headings', 'a\n-\n'.repeat(7_500)],
    [
      'a table of 3,700 cells',
      `|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}\n${`|${'b|'.repeat(60)}\n`.repeat(60)}`,
    ],
    ['a dash and many spaces', `-${' '.repeat(29_998)}x`],
  ])('is shown as plain text if Markdown would take too long: %s', async (_, text) => {
    expect(isSafeMarkdown(text)).toBe(false);
    const { container } = render(
      <AnswerText text={text} marks={[{ brandId: 'us', start: 0, end: 4 }]} />,
    );
    await vi.waitFor(() => expect(container.textContent?.length).toBe(text.length));
    expect(container.textContent === text).toBe(true);
    expect(container.querySelectorAll('mark')).toHaveLength(1);
  });

  it.each([
    [
      'a paragraph of 32,000 characters',
      '**Acme** makes sturdy tables. '.repeat(1_100).replaceAll('**', ''),
    ],
    ['a long word', `Before ${'x'.repeat(10_000)} after`],
    [
      'a huge table',
      `|${'a|'.repeat(40)}\n|${'-|'.repeat(40)}\n${`|${'b|'.repeat(40)}\n`.repeat(40)}`,
    ],
    ['a text direction override', 'abc \u202egpj.exe\u202c \u2066 def'],
    ['an empty text', ''],
    ['only white space', ' \n '],
  ])('keeps all its words when rendered as Markdown: %s', (_, text) => {
    expect(isSafeMarkdown(text)).toBe(true);
    const { container } = render(<AnswerText text={text} marks={[]} />);
    const wordsOf = (source: string) => source.replace(/[\s|-]/g, '');
    expect(wordsOf(container.textContent ?? '')).toBe(wordsOf(text));
  });
});

it('moves headings below the two heading levels of the page, without skipping a level', () => {
  const { container } = show('### One\n\n# Two\n\n###### Three\n\n## Four');
  const levels = [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  expect(levels.map(({ tagName }) => tagName)).toEqual(['H3', 'H3', 'H4', 'H4']);
});
