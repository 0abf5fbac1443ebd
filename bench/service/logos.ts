import { maxLogoBytes } from '../../src/contract/sightline/branding.ts';
import { findLogoFault } from '../../src/service/branding/logo.ts';
import { formatTiming, timingOf } from '../measure.ts';

const open = '<svg xmlns="http://www.w3.org/2000/svg">';
const close = '</svg>';

/** Repeats a text between two others, up to the size limit of a logo. */
function fill(before: string, unit: string, after = ''): string {
  const room = maxLogoBytes - Buffer.byteLength(before + after);
  return before + unit.repeat(Math.floor(room / Buffer.byteLength(unit))) + after;
}

const inStyle = (unit: string) => fill(`${open}<style>`, unit, `</style>${close}`);
const inAttribute = (unit: string) => fill(`${open}<g style="`, unit, `"/>${close}`);
const nested = (tag: string, inner = '') => {
  const name = /\w+/.exec(tag)?.[0] ?? '';
  const room = maxLogoBytes - open.length - close.length - inner.length;
  const depth = Math.floor(room / (tag.length + name.length + 3));
  return open + tag.repeat(depth) + inner + `</${name}>`.repeat(depth) + close;
};

/** Images of 64 KiB: one of each class of characters in each place, and the worst that the grammar allows. */
const logos: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'a',
      '-',
      '0',
      ' ',
      '\n',
      '.',
      ':',
      ';',
      '(',
      '{',
      '}',
      '{}',
      '/',
      '&amp;',
      '"',
      "'",
      'é',
      '語',
    ].flatMap((unit) => [
      [`${JSON.stringify(unit)} in a style sheet`, inStyle(unit)],
      [`${JSON.stringify(unit)} in an attribute`, inAttribute(unit)],
      [`${JSON.stringify(unit)} as text`, fill(`${open}<text>`, unit, `</text>${close}`)],
    ]),
  ),
  'names of masks in a style sheet': inStyle('mask'),
  'names of masks in an attribute': inAttribute('clip-path'),
  'words and spaces': inStyle('mask '),
  '"url" without an end': inAttribute('url('),
  rules: inStyle('.a{mask:url(#b)}'),
  'rules without an end': inStyle('.a{'),
  'strings in a style sheet': inStyle('"a"'),
  comments: fill(open, '<!-- -->', close),
  'comments without an end': fill(open, '<!-- > '),
  'one comment without an end': fill(`${open}<!--`, '-'),
  'tags without an end': fill(open, '<g '),
  'an attribute without an end': fill(`${open}<g id="`, 'a'),
  'spaces in a tag': fill(`${open}<g`, ' ', `x/>${close}`),
  'attributes in a tag': fill(`${open}<g`, ' id="a"', `/>${close}`),
  'attributes without values': fill(`${open}<g`, ' id', `/>${close}`),
  'an end tag': fill(`${open}</`, 'g', `>${close}`),
  'a long name': fill(`${open}<`, 'g', `/>${close}`),
  'an XML declaration': fill('<?xml version="1.0"', ' a="b"', `?>${open}${close}`),
  'spaces in an XML declaration': fill('<?xml version="1.0"', ' ', `${open}${close}`),
  'a DOCTYPE': fill('<!DOCTYPE svg [', '<!ENTITY a "b">', `]>${open}${close}`),
  'CDATA sections': fill(open, '<![CDATA[a]]>', close),
  ampersands: fill(`${open}<text>`, '&', `</text>${close}`),
  'nested elements': nested('<g>'),
  'nested elements with IDs': nested('<g id="a">'),
  'nested elements with a mask': nested('<g mask="a">', '<mask><use href="#b"/></mask>'),
  'nested masks': nested('<mask>'),
  'elements without an end': fill(open, '<g>'),
  copies: fill(open, '<use href="#a"/>', close),
  'copies in nested elements': nested('<g id="a"><use href="#b"/>'),
  'elements with classes': fill(
    `${open}<style>.a{mask:url(#b)}</style>`,
    '<g class="a b c"/>',
    close,
  ),
  'one element with many classes': fill(`${open}<g class="`, 'a ', `"/>${close}`),
  'embedded images': fill(open, '<image href="data:image/png;base64,AAAA"/>', close),
};

const runs = 9;

/** The processor time of one check, in milliseconds, without that of other processes on the machine. */
function measureCheck(name: string, text: string): number {
  const url = `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
  const before = process.threadCpuUsage();
  const fault = findLogoFault(url);
  const { user, system } = process.threadCpuUsage(before);
  if (fault?.includes('64 KiB')) throw new Error(`${name} was not checked.`);
  return (user + system) / 1_000;
}

/** Measures how much processor time it takes to check SVG logos of 64 KiB that are hard to check. */
export async function benchLogos(): Promise<{ table: string; results: unknown }> {
  const results = Object.fromEntries(
    Object.entries(logos).map(([name, text]) => [
      name,
      timingOf(Array.from({ length: runs }, () => measureCheck(name, text))),
    ]),
  );
  const slowest = Object.entries(results)
    .sort(([, a], [, b]) => b.median - a.median)
    .slice(0, 12);
  return {
    table: [
      `The slowest of ${Object.keys(results).length} logos:`,
      '',
      '| a logo of 64 KiB | processor time: median (quartiles) |',
      '|---|---|',
      ...slowest.map(([name, timing]) => `| ${name} | ${formatTiming(timing)} |`),
    ].join('\n'),
    results: Object.fromEntries(slowest),
  };
}
