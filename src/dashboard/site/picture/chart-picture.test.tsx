import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { strokesOf } from '../../../../tests/setup/strokes.ts';
import { msPerUtcDay } from '../../../contract/dates/days.ts';
import { instantAt } from '../../time/clock.ts';
import { ChartPicture } from './chart-picture.tsx';
import { pictureColours } from './colours.ts';
import type { PictureProps, PictureSeries } from './props.ts';

const zone = 'Europe/Berlin';
const series = (name: string, overrides: Partial<PictureSeries> = {}): PictureSeries => ({
  key: name,
  name,
  colour: pictureColours['series-2'],
  dash: null,
  isQuiet: false,
  values: [10, 20, null, 40],
  ...overrides,
});
const props: PictureProps = {
  width: 960,
  height: 540,
  title: 'Acme · Visibility by brand',
  source: 'Sightline · acme',
  lines: ['acme.example · 7 – 10 Nov 2026', 'No filters'],
  brand: { logo: null, accent: null },
  series: [series('Acme')],
  instants: ['2026-11-07', '2026-11-08', '2026-11-09', '2026-11-10'].map((day) =>
    instantAt(day, '23:30', zone),
  ),
  unit: '%',
  decimals: 1,
  zone,
  locale: 'en-GB',
};

/** Renders the picture as a standalone SVG file and parses it. */
function drawPicture(overrides: Partial<PictureProps> = {}): Document {
  const markup = renderToStaticMarkup(<ChartPicture {...props} {...overrides} />);
  const file = new DOMParser().parseFromString(markup, 'image/svg+xml');
  expect(file.querySelector('parsererror')?.textContent ?? null).toBeNull();
  return file;
}
const textsOf = (file: Document): string[] =>
  Array.from(file.querySelectorAll('text'), ({ textContent }) => textContent);
/** Path data drawn in a series' colour, without the samples of the legend. */
const linesOf = (file: Document, colour: string): string[] =>
  Array.from(file.querySelectorAll(`path[stroke="${colour}"]`), (path) => path.getAttribute('d'))
    .filter((d) => d !== null)
    .filter((d) => !/^M0 [\d.]+h28$/.test(d));

it('has the colours of the page’s light scheme', () => {
  const css = readFileSync(`${import.meta.dirname}/../../ui/tokens.css`, 'utf8');
  const light = css.slice(0, css.indexOf('@media'));
  for (const [name, value] of Object.entries(pictureColours)) {
    const token = name === 'ground' ? 'card' : name;
    expect(light).toContain(`--${token}: ${value};`);
  }
});

describe('a line', () => {
  it('breaks at a gap, and a lone point after the gap is a dot', () => {
    const colour = pictureColours['series-2'];
    const [line = '', dot = ''] = linesOf(drawPicture(), colour);
    expect(line).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
    expect(dot).toMatch(/^M[\d.]+ [\d.]+h0$/);
  });

  it('of zeros is drawn, and one without values is not', () => {
    const colour = pictureColours['series-3'];
    const seriesWith = (values: PictureSeries['values']) => [
      series('Acme'),
      series('Zero', { colour, values }),
    ];
    expect(linesOf(drawPicture({ series: seriesWith([0, 0, 0, 0]) }), colour)).toHaveLength(1);
    expect(linesOf(drawPicture({ series: seriesWith([null, null, null, null]) }), colour)).toEqual(
      [],
    );
  });

  it('continues across a scan where the series has no point', () => {
    const acme = series('Acme', { values: [10, undefined, 30, 40] });
    const [line = '', ...others] = linesOf(drawPicture({ series: [acme] }), acme.colour);
    expect(strokesOf(line).map((points) => points.length)).toEqual([3]);
    expect(others).toEqual([]);
  });

  it('of a single scan is a dot', () => {
    const acme = series('Acme', { values: [10] });
    const file = drawPicture({ series: [acme], instants: props.instants.slice(0, 1) });
    expect(linesOf(file, acme.colour)).toEqual([expect.stringMatching(/h0$/)]);
  });
});

it.each([
  ['America/Los_Angeles', '8 Nov'],
  ['Pacific/Auckland', '9 Nov'],
])('a scan is nearest to the label of its day in the chosen zone: %s', (chosen, day) => {
  const file = drawPicture({ zone: chosen, series: [series('Acme', { values: [1, 2, 3, 4] })] });
  const [line = ''] = linesOf(file, pictureColours['series-2']);
  const [, second = Number.NaN] = [...line.matchAll(/[ML]([\d.]+)/g)].map(([, x]) => Number(x));
  const distanceOf = (label: Element) => Math.abs(Number(label.getAttribute('x')) - second);
  const labels = [...file.querySelectorAll('text')]
    .filter(({ textContent }) => /^\d+ Nov$/.test(textContent))
    .sort((a, b) => distanceOf(a) - distanceOf(b));
  expect(labels[0]?.textContent).toBe(day);
});

it('marks a change before the first point at the edge of the plot', () => {
  const [start = 0] = props.instants;
  const pathAt = (instant: number) =>
    drawPicture({ changes: [instant] })
      .querySelector('path[stroke-dasharray="1 3"]')
      ?.getAttribute('d');
  expect(pathAt(start - msPerUtcDay)).toMatch(/^M[\d.]+ [\d.]+V[\d.]+$/);
  expect(pathAt(start - msPerUtcDay)).toBe(pathAt(start));
});

it('says where the value axis starts unless it starts at zero', () => {
  const close = series('Acme', { values: [50, 51, 52, 53] });
  expect(textsOf(drawPicture({ series: [close] })).join()).toMatch(
    /The axis starts at 50\.0%, not at zero/,
  );
  expect(textsOf(drawPicture()).join()).not.toMatch(/not at zero/);
});

it('says that there are no values instead of drawing an empty chart', () => {
  const empty = series('Acme', { values: [null, null, null, null] });
  expect(textsOf(drawPicture({ series: [empty] }))).toContain('No values in this period');
});

describe('the legend', () => {
  /** `count` series; all after the first `colouredCount` are grey. */
  const createBrands = (count: number, colouredCount: number) =>
    Array.from({ length: count }, (_, index) =>
      series(`Brand ${index}`, { isQuiet: index >= colouredCount }),
    );

  it('has the name and the latest value of each series, or “no evidence” in place of a value', () => {
    const texts = textsOf(
      drawPicture({ series: [series('Acme'), series('Bolt', { latest: null })] }),
    );
    expect(texts).toEqual(expect.arrayContaining(['Acme', '40.0%', 'Bolt', 'no evidence']));
  });

  it.each(['ChatGPT', 'Perplexity Sonar Pro', 'Which four-season tents survive a storm?'])(
    'does not shorten a name that fits: %s',
    (name) => {
      for (const count of [1, 2, 5]) {
        const texts = textsOf(
          drawPicture({ series: Array.from({ length: count }, () => series(name)) }),
        );
        expect(texts.filter((text) => text === name)).toHaveLength(count);
      }
    },
  );

  it('names twelve series', () => {
    const texts = textsOf(drawPicture({ series: createBrands(12, 4) }));
    expect(texts.filter((text) => text.startsWith('Brand'))).toHaveLength(12);
    expect(texts.join()).not.toMatch(/more/);
  });

  it('names only the coloured series if there are more than twelve, and counts the others', () => {
    const texts = textsOf(drawPicture({ series: createBrands(42, 4) }));
    expect(texts.filter((text) => text.startsWith('Brand'))).toHaveLength(4);
    expect(texts).toContain('and 38 more');
  });

  it('explains the dotted lines of an earlier period and of changes, if any are drawn', () => {
    const before = [5, 6, 7, 8];
    const withBefore = { series: [series('Acme', { before })], beforeName: '3 – 6 Nov 2026' };
    const texts = textsOf(drawPicture({ ...withBefore, changes: props.instants.slice(1, 2) }));
    expect(texts).toEqual(expect.arrayContaining(['3 – 6 Nov 2026', 'Measured differently']));
    const textsWithout = textsOf(drawPicture({ beforeName: '3 – 6 Nov 2026' }));
    expect(textsWithout).not.toContain('3 – 6 Nov 2026');
    expect(textsWithout).not.toContain('Measured differently');
  });
});

describe('a picture with untrusted names and brands', () => {
  const hostile = [
    '</text><script>alert(1)</script>',
    '"><image href="https://evil.example/a.png"/>',
    '<foreignObject><b>x</b></foreignObject>',
    'x'.repeat(5_000),
    'control \u0000\u0008\uFFFE\uD800 characters',
    '\u202Eright to left',
  ];

  it.each(hostile)('contains %j only as text', (text) => {
    const file = drawPicture({
      title: text,
      lines: [text],
      source: text,
      beforeName: text,
      series: [series(text, { before: [1, 2, 3, 4] })],
      brand: { logo: `https://evil.example/${text}`, accent: `url(#${text})` },
    });
    const elements = new Set(Array.from(file.querySelectorAll('*'), ({ localName }) => localName));
    expect([...elements].sort()).toEqual(['g', 'path', 'svg', 'text']);
    const attributes = Array.from(file.querySelectorAll('*'), (element) => [
      ...element.attributes,
    ]).flat();
    const values = attributes
      .filter(({ name }) => name !== 'xmlns' && name !== 'aria-label')
      .map(({ value }) => value);
    expect(values.filter((value) => /url|https?:|javascript/i.test(value))).toEqual([]);
    expect(attributes.filter(({ name }) => /^on|style|class|href/.test(name))).toEqual([]);
    for (const shown of textsOf(file)) expect(shown.length).toBeLessThan(200);
  });

  it('draws a logo that is a data: URL, and an accent that is a colour', () => {
    const brand = { logo: 'data:image/png;base64,AAAA', accent: '#0a7f3f' };
    const file = drawPicture({ brand });
    expect(file.querySelector('image')?.getAttribute('href')).toBe(brand.logo);
    expect(file.querySelector('path[stroke="#0a7f3f"]')).not.toBeNull();
  });
});

describe('the line of an earlier period', () => {
  const before = [5, 6, 7, 8];
  /** Draws the series and returns the opacity of each one's earlier line. */
  const opacitiesOf = (all: readonly PictureSeries[]) => {
    const file = drawPicture({ series: all });
    return all.map(({ colour }) =>
      Number(
        file
          .querySelector(`path[stroke="${colour}"][stroke-opacity]`)
          ?.getAttribute('stroke-opacity'),
      ),
    );
  };
  const other = series('Bolt', { before, colour: pictureColours['series-3'] });

  it('is fainter for other series than for the tracked one', () => {
    const [leadOpacity = 0, otherOpacity = 0] = opacitiesOf([
      series('Acme', { before, isLead: true }),
      other,
    ]);
    expect(otherOpacity).toBeLessThan(leadOpacity);
  });

  it('is drawn over its whole length, even where the others have no values', () => {
    const acme = series('Acme', { values: [1, 2, 3, 4], before });
    const beforeInstants = props.instants.map((instant) => instant - msPerUtcDay);
    const lines = linesOf(drawPicture({ series: [acme], beforeInstants }), acme.colour);
    const [earlier, current] = lines.map((line) => strokesOf(line)[0]?.map(([x]) => x));
    expect(earlier).toHaveLength(4);
    expect(earlier?.slice(1)).toEqual(current?.slice(0, 3));
  });

  it('is fainter if another series has one too', () => {
    const [single = 0] = opacitiesOf([other]);
    const [first = 0, second = 0] = opacitiesOf([series('Acme', { before }), other]);
    expect(first).toBeLessThan(single);
    expect(second).toBe(first);
  });
});

it('a bare picture has a legend, but no title, logo or source', () => {
  const file = drawPicture({ isBare: true, brand: { logo: 'data:image/png,x', accent: null } });
  const texts = textsOf(file);
  expect(file.querySelector('image')).toBeNull();
  expect(texts).not.toContain(props.title);
  expect(texts).not.toContain(props.source);
  expect(texts).toContain('Acme');
});
