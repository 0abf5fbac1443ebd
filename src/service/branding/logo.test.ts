import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { maxLogoBytes } from '../../contract/sightline/branding.ts';
import { findLogoFault, toLogoDataUrl } from './logo.ts';

const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24"${attributes}>${content}</svg>`;
const svgUrl = (text: string) =>
  `data:image/svg+xml;base64,${Buffer.from(text, 'utf8').toString('base64')}`;
const faultOf = (text: string) => findLogoFault(svgUrl(text));

function pngChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(4))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
function webp(type: string, data: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20 + data.length);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write(`WEBP${type}`, 8, 'latin1');
  bytes.writeUInt32LE(data.length, 16);
  bytes.set(data, 20);
  return bytes;
}
const webpImages: [string, Buffer][] = [
  ['lossy', webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 16, 0, 16, 0])],
  ['lossless', webp('VP8L', [0x2f, 15, 0xc0, 3, 0, 0])],
  ['extended', webp('VP8X', [0, 0, 0, 0, 15, 0, 0, 15, 0, 0])],
];

describe('an SVG logo', () => {
  it.each([
    [
      'shapes and gradients',
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path d="M0 0h9" fill="url(#a)"/>',
    ],
    [
      'styles',
      '<style>.a{fill:url("#a");transform:rotate(4deg)}</style><g class="a" style="opacity:.5"><circle r="2"/></g>',
    ],
    [
      'quotes in styles, plain and as entity references',
      `<style>.a{fill:url(&quot;#a&quot;);font-family:"Acme Sans",'Acme'}</style><g style="fill:url(&quot;#a&quot;)"/>`,
    ],
    ['special characters in IDs and classes', '<g id="logo@2x"><path class="a\\b" d="M0 0"/></g>'],
    [
      'one level of "use" elements',
      '<defs><path id="a" d="M0 0"/></defs><use xlink:href="#a"/><use href="#a" x="2"/>',
    ],
    [
      'text and comments',
      '<!-- made by hand > --><title>A &amp; B (new) @ home</title><text x="1">url(http://x)</text>',
    ],
    [
      'masks and clip paths',
      '<clipPath id="a"><use href="#b"/></clipPath><path id="b"/><mask id="c"><path class="n"/></mask><style>.m{clip-path:url(#a)}.n{fill:red}</style><g class="m"><path mask="url(#c)"/></g>',
    ],
    ['an embedded PNG image', `<image href="${toLogoDataUrl(png(2, 2))}" width="2" height="2"/>`],
  ])('may have %s', (_, inner) => {
    expect(faultOf(svg(inner, ' aria-label="Acme (logo)"'))).toBeNull();
    expect(faultOf(`<?xml version="1.0" encoding="UTF-8"?>\n${svg(inner)}\n`)).toBeNull();
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'an element that is not allowed: "script"'],
    ['an empty script', svg('<script href="#a"/>'), 'an element that is not allowed: "script"'],
    ['a script in capitals', svg('<SCRIPT/>'), 'an element that is not allowed: "SCRIPT"'],
    [
      'a script in another namespace',
      svg('<x:script/>'),
      'an element that is not allowed: "x:script"',
    ],
    [
      'an event attribute',
      svg('<path onclick="alert(1)"/>'),
      'an attribute that is not allowed: "onclick"',
    ],
    [
      'an event attribute of the root',
      svg('', " onload='x()'"),
      'an attribute that is not allowed: "onload"',
    ],
    ['foreign content', svg('<foreignObject/>'), 'an element that is not allowed: "foreignObject"'],
    ['a link', svg('<a href="#x"/>'), 'an element that is not allowed: "a"'],
    [
      'an animated URL',
      svg('<set attributeName="href"/>'),
      'an element that is not allowed: "set"',
    ],
    ['an external image', svg('<image href="https://x.example/a.png"/>'), 'outside itself'],
    [
      'an embedded SVG image',
      svg('<image href="data:image/svg+xml;base64,QQ=="/>'),
      'outside itself',
    ],
    [
      'data that is not an image',
      svg('<image href="data:image/png;base64,QUJD"/>'),
      'outside itself',
    ],
    [
      'a copy of an external element',
      svg('<use xlink:href="https://x.example/a.svg#a"/>'),
      'outside itself',
    ],
    ['a script as a URL', svg('<use href="javascript:alert(1)"/>'), 'outside itself'],
    ['an external paint', svg('<path fill="url(https://x.example/#a)"/>'), 'outside itself'],
    [
      'an external paint in quotes',
      svg(`<path style='fill:URL( "//x.example/a" )'/>`),
      'outside itself',
    ],
    [
      'an external paint quoted with entity references',
      svg('<path fill="url(&quot;//x&quot;)"/>'),
      'outside itself',
    ],
    ['an unclosed external paint', svg('<path fill="url(//x"/>'), 'outside itself'],
    ['an import', svg('<style>@import "https://x.example/a.css";</style>'), '"@"'],
    ['an external URL in styles', svg('<style>a{fill:url(//x.example)}</style>'), 'outside itself'],
    [
      'an external URL between strings that look like a comment',
      svg(`<style>a{x:"/*";fill:url(//x);y:"*/"}</style>`),
      'outside itself',
    ],
    ['all properties set in styles', svg('<style>.a{all:inherit}</style>'), '"all"'],
    ['all properties set in an attribute', svg('<g style="opacity:1;ALL : unset"/>'), '"all"'],
    ['an escaped function', svg('<style>a{fill:u\\72l(//x.example)}</style>'), '"\\"'],
    [
      'a function that loads an image',
      svg('<style>a{fill:image-set("//x" 1x)}</style>'),
      '"image-set"',
    ],
    ['a declared entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`, 'DOCTYPE'],
    ['an entity', svg('<text>&a;</text>'), '"&"'],
    ['a numeric reference', svg('<use href="&#106;avascript:x"/>'), '"&"'],
    ['a style sheet', `<?xml-stylesheet href="x"?>${svg('')}`, 'a declaration'],
    ['a CDATA section', svg('<![CDATA[<script/>]]>'), 'a declaration'],
    ['a foreign namespace', svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'), 'namespace'],
    [
      'a prefix of another namespace',
      svg('', ' xmlns:x="http://www.w3.org/1999/xhtml"'),
      '"xmlns:x"',
    ],
    [
      'nested "use" elements',
      svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
      'nests',
    ],
    [
      'a mask in a mask',
      svg('<mask id="a"><path mask="url(#b)"/></mask><mask id="b"><path/></mask>'),
      'nests masks',
    ],
    [
      'a copy of a clipped shape in a clip path',
      svg('<clipPath id="a"><use href="#b"/></clipPath><g id="b"><path clip-path="url(#c)"/></g>'),
      'nests masks',
    ],
    [
      'a mask in a mask set by a class',
      svg('<mask id="a"><path class="x m"/></mask><style>.m,.n{mask:url(#a)}</style>'),
      'nests masks',
    ],
    [
      'a mask set by an element’s name',
      svg('<style>path{mask-image:url(#a)}</style>'),
      'not a single class',
    ],
    [
      'a mask before a nested rule',
      svg('<style>.m{mask:url(#a);.n{fill:red}}</style>'),
      'not a single class',
    ],
    ...[
      '.m{x:"}";mask:url(#a)}',
      '.m{x:"}.n{";mask:url(#a)}',
      ".m{x:'}.n{';mask:url(#a)}",
      '.m{x:&quot;}.n{&quot;;mask:url(#a)}',
      '.m{x:&apos;}.n{&apos;;mask:url(#a)}',
      `.m{x:"'}.n{'";mask:url(#a)}`,
      '.m{x:"\n}.n{x:";mask:url(#a)}',
    ].map((styles): [string, string, string] => [
      `a mask beside the string in ${JSON.stringify(styles)}`,
      svg(`<mask id="a"><path class="m"/></mask><style>${styles}</style>`),
      'a string with a brace, a quote or a line break',
    ]),
    ...[
      '.m{mask/**/:url(#a)}',
      '.m{clip-path /* a */ :url(#a)}',
      '.m{/*}.n{*/mask:url(#a)}',
      '.m/*{}.n*/{mask:url(#a)}',
      '.m{x:"/*";mask/**/:url(#a);y:"*/"}',
      '.m{mask/*:url(#a)}',
    ].map((styles): [string, string, string] => [
      `a mask beside the comment in ${styles}`,
      svg(`<mask id="a"><path class="m"/></mask><style>${styles}</style>`),
      'a comment in its styles',
    ]),
    ...['mask/**/:url(#a)', "x:'\n/*';mask:url(#a);y:'*/'", '/**/mask/**/:/**/url(#a)'].map(
      (style): [string, string, string] => [
        `a mask beside the comment in the attribute ${JSON.stringify(style)}`,
        svg(`<mask id="a"><path style="${style}"/></mask>`),
        'a comment in its styles',
      ],
    ),
    [
      'a mask property with an escaped name',
      svg('<mask id="a"><path style="m\\61sk:url(#a)"/></mask>'),
      '"\\"',
    ],
    [
      'an external URL split by a comment',
      svg('<style>a{fill:url<!---->(//x.example)}</style>'),
      'a comment in its styles',
    ],
    ['a duplicate attribute', svg('<path d="a" d="b"/>'), 'duplicate attribute'],
    ['an attribute without quotes', svg('<path onclick=x />'), 'well-formed'],
    ['a missing end tag', svg('<g>'), 'well-formed'],
    ['an end tag without a name', `</ >${svg('')}`, 'well-formed'],
    ['a comment that does not end', svg('<!-- > <g/>'), 'well-formed'],
    ['a second root', `${svg('')}${svg('')}`, 'not an SVG image'],
    ['no namespace', '<svg></svg>', 'lacks xmlns'],
    ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'not an SVG image'],
    ['no markup', 'hello', 'well-formed'],
    ['control characters', svg('<text>\u0000</text>'), 'control characters'],
  ])('is refused with %s', (_, text, reason) => {
    expect(faultOf(text)).toContain(reason);
  });

  it('is checked in a number of steps proportional to its depth', () => {
    const countSteps = (depth: number) => {
      const has = vi.spyOn(Set.prototype, 'has').mockClear();
      const nested = '<g id="a" mask="none">'.repeat(depth) + '</g>'.repeat(depth);
      expect(faultOf(svg(`<mask id="b"><use href="#c"/></mask>${nested}`))).toBeNull();
      return has.mock.calls.length;
    };
    expect(countSteps(400) / countSteps(200)).toBeLessThan(2.1);
    vi.restoreAllMocks();
  });

  it('is refused if it is not UTF-8', () => {
    expect(findLogoFault(toLogoDataUrl(Buffer.from(svg('é'), 'latin1')))).toBe(
      'is not an SVG, PNG or WebP image (SVG must be UTF-8)',
    );
  });

  it('is refused without repeating a long or unusual name in the reason', () => {
    expect(faultOf(svg(`<${'x'.repeat(50)}/>`))).toBe('contains an element that is not allowed');
    expect(faultOf(svg('<path é="1"/>'))).toBe('contains an attribute that is not allowed');
  });
});

describe('a PNG or WebP logo', () => {
  it.each([['PNG', png(16, 16)] as const, ...webpImages])('may be %s', (_, bytes) => {
    expect(findLogoFault(toLogoDataUrl(bytes))).toBeNull();
  });

  it.each([['PNG', png(16, 16)] as const, ...webpImages])(
    'is refused if its %s data is cut short or followed by more',
    (_, bytes) => {
      const incompleteReason = /^is not a complete (?:PNG|WebP) image$/;
      expect(findLogoFault(toLogoDataUrl(bytes.subarray(0, -3)))).toMatch(incompleteReason);
      expect(findLogoFault(toLogoDataUrl(Buffer.concat([bytes, Buffer.from('<svg/>')])))).toMatch(
        incompleteReason,
      );
    },
  );

  it.each([
    ['too wide', png(2_049, 1)],
    ['too tall', png(1, 2_049)],
    ['a WebP image that is too wide', webp('VP8X', [0, 0, 0, 0, 0, 8, 0, 0, 0, 0])],
  ])('is refused if it is %s', (_, bytes) => {
    expect(findLogoFault(toLogoDataUrl(bytes))).toBe('must be at most 2,048 pixels wide and high');
  });

  it('is refused if it has no pixels, or is declared as another type', () => {
    expect(findLogoFault(toLogoDataUrl(png(0, 1)))).toContain('complete PNG');
    const base64 = png(1, 1).toString('base64');
    expect(findLogoFault(`data:image/webp;base64,${base64}`)).toContain('complete WebP');
    expect(findLogoFault(`data:image/svg+xml;base64,${base64}`)).toBe(
      'is not an SVG, PNG or WebP image (SVG must be UTF-8)',
    );
  });
});

describe('any logo', () => {
  it('must be at most 64 KiB', () => {
    const fill = (length: number) =>
      svg(`<desc>${'x'.repeat(length - svg('<desc></desc>').length)}</desc>`);
    expect(faultOf(fill(maxLogoBytes))).toBeNull();
    expect(faultOf(fill(maxLogoBytes + 1))).toBe('must be an image of at most 64 KiB');
  });

  it.each([
    'https://x.example/logo.png',
    'data:text/html;base64,QQ==',
    'data:image/svg+xml,<svg/>',
    'data:image/svg+xml;base64,Q',
    'data:image/svg+xml;base64,QQ==\n',
    'data:image/gif;base64,QQ==',
    '',
  ])('must be a base64 data URL of an allowed type, not %j', (url) => {
    expect(findLogoFault(url)).toContain('must be an SVG, PNG or WebP image as a data URL');
  });
});
