import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../tests/setup/columns.ts';
import { strokesOf } from '../../../../tests/setup/strokes.ts';
import { msPerUtcDay } from '../../../contract/dates/days.ts';
import { instantAt } from '../../../contract/dates/instant-at.ts';
import { toModel } from '../../../figures/series/model.ts';
import type { Wording } from '../../../figures/series/wording.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import type { EarlierPeriod } from '../series/earlier-period.ts';
import { ChartPicture } from './chart-picture.tsx';
import { pictureColours, toConcreteColour } from './colours.ts';
import type { PictureProps } from './props.ts';

const zone = 'Europe/Berlin';

interface SeriesTraits {
  /** One value per scan: null without evidence, undefined without a point. */
  values?: readonly (number | null | undefined)[];
  latest?: number | null;
  /** The number of its colour. */
  colour?: number;
  isQuiet?: boolean;
  isTracked?: boolean;
}

const valuesOf = (values: Required<SeriesTraits>['values']) => ({
  values: Float64Array.from(values, (value) => value ?? Number.NaN),
  present: Uint8Array.from(values, (value) => Number(value !== undefined)),
});
const series = (name: string, traits: SeriesTraits = {}): DrawnSeries => {
  const { values = [10, 20, null, 40], latest = 40, colour = 2 } = traits;
  const { isQuiet = false, isTracked = false } = traits;
  return {
    summary: {
      series: { id: name, key: name, label: name, ...valuesOf(values) },
      isTracked,
      latest,
      lastEvidenceIndex: values.length - 1,
      change: null,
      median: null,
      slope: null,
      evidence: { count: values.length, points: values.length },
      rank: null,
    },
    look: { colour: `var(--series-${colour})`, dash: undefined, isQuiet },
  };
};
const instants = Float64Array.from(
  ['2026-11-07', '2026-11-08', '2026-11-09', '2026-11-10'],
  (day) => instantAt(day, '23:30', zone),
);
const wording: Wording = { unit: '%', decimals: 1, zone, locale: 'en-GB' };
const props: PictureProps = {
  width: 960,
  height: 540,
  title: 'Acme · Visibility by brand',
  source: 'Sightline · acme',
  lines: ['acme.example · 7 – 10 Nov 2026', 'No filters'],
  brand: { logo: null, accent: null },
  series: [series('Acme')],
  instants,
  earlier: null,
  wording,
};
/** An earlier period with the same values for each of the series. */
const earlierOf = (all: readonly DrawnSeries[], overrides: Partial<EarlierPeriod> = {}) => {
  const report = columnsOf({
    metric: 'visibility',
    groupBy: 'brand',
    brand: null,
    filters: null,
    series: [],
  });
  const columns = all.map(({ summary }) => ({ ...summary.series, ...valuesOf([5, 6, 7, 8]) }));
  return {
    model: { ...toModel(report, zone), instants, series: columns },
    name: '3 – 6 Nov 2026',
    shiftDays: 4,
    days: { start: '2026-11-07', end: '2026-11-10' },
    ...overrides,
  };
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

it('draws each colour of the page as a concrete value', () => {
  const file = drawPicture({
    series: Array.from({ length: 8 }, (_, index) => series(`${index}`, { colour: index + 1 })),
  });
  const strokes = Array.from(file.querySelectorAll('path[stroke]'), (path) =>
    path.getAttribute('stroke'),
  );
  for (const stroke of strokes) expect(stroke).toMatch(/^#[0-9a-f]{6}$/);
  const seriesColours = Object.entries(pictureColours).flatMap(([name, value]) =>
    name.startsWith('series-') ? [value] : [],
  );
  expect(strokes).toEqual(expect.arrayContaining(seriesColours));
});

it('draws quiet series in their own colours, thin and pale', () => {
  const [line] = drawPicture({
    series: [series('Acme', { colour: 3, isQuiet: true })],
  }).querySelectorAll(`path[stroke="${pictureColours['series-3']}"]`);
  expect(Number(line?.getAttribute('stroke-opacity'))).toBeLessThan(1);
  expect(Number(line?.getAttribute('stroke-width'))).toBeLessThan(2);
});

const acmeColour = pictureColours['series-2'];

describe('a line', () => {
  it('breaks at a gap, and a lone point after the gap is a dot', () => {
    const colour = pictureColours['series-2'];
    const [line = '', dot = ''] = linesOf(drawPicture(), colour);
    expect(line).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
    expect(dot).toMatch(/^M[\d.]+ [\d.]+h0$/);
  });

  it('of zeros is drawn, and one without values is not', () => {
    const colour = pictureColours['series-3'];
    const seriesWith = (values: SeriesTraits['values'] = []) => [
      series('Acme'),
      series('Zero', { colour: 3, values }),
    ];
    expect(linesOf(drawPicture({ series: seriesWith([0, 0, 0, 0]) }), colour)).toHaveLength(1);
    expect(linesOf(drawPicture({ series: seriesWith([null, null, null, null]) }), colour)).toEqual(
      [],
    );
  });

  it('continues across a scan where the series has no point', () => {
    const acme = series('Acme', { values: [10, undefined, 30, 40] });
    const [line = '', ...others] = linesOf(drawPicture({ series: [acme] }), acmeColour);
    expect(strokesOf(line).map((points) => points.length)).toEqual([3]);
    expect(others).toEqual([]);
  });

  it('of a single scan is a dot', () => {
    const acme = series('Acme', { values: [10] });
    const file = drawPicture({ series: [acme], instants: props.instants.slice(0, 1) });
    expect(linesOf(file, acmeColour)).toEqual([expect.stringMatching(/h0$/)]);
  });
});

it.each([
  ['America/Los_Angeles', '8 Nov'],
  ['Pacific/Auckland', '9 Nov'],
])('a scan is nearest to the label of its day in the chosen zone: %s', (chosen, day) => {
  const file = drawPicture({
    wording: { ...wording, zone: chosen },
    series: [series('Acme', { values: [1, 2, 3, 4] })],
  });
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
    /The axis starts at 46%, not at zero/,
  );
  expect(textsOf(drawPicture()).join()).not.toMatch(/not at zero/);
});

it('says that there are no values instead of drawing an empty chart', () => {
  const empty = series('Acme', { values: [null, null, null, null] });
  expect(textsOf(drawPicture({ series: [empty] }))).toContain('No values in this period');
});

describe('the legend', () => {
  /** `count` series; all after the first `clearCount` are quiet. */
  const createBrands = (count: number, clearCount: number) =>
    Array.from({ length: count }, (_, index) =>
      series(`Brand ${index}`, { isQuiet: index >= clearCount }),
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
    const changes = [instants[1] ?? 0];
    const texts = textsOf(drawPicture({ earlier: earlierOf(props.series), changes }));
    expect(texts).toEqual(
      expect.arrayContaining(['Earlier: 3 – 6 Nov 2026', 'Measured differently']),
    );
    const textsWithout = textsOf(drawPicture({ earlier: earlierOf([]) }));
    expect(textsWithout.join()).not.toMatch(/Earlier|Measured differently/);
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
      series: [series(text)],
      earlier: earlierOf([series(text)], { name: text }),
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
  /** Draws the series and returns the opacity of each one's earlier line. */
  const opacitiesOf = (all: readonly DrawnSeries[]) => {
    const file = drawPicture({ series: all, earlier: earlierOf(all) });
    return all.map(({ look }) =>
      Number(
        file
          .querySelector(`path[stroke="${toConcreteColour(look.colour)}"][stroke-opacity]`)
          ?.getAttribute('stroke-opacity'),
      ),
    );
  };
  const other = series('Bolt', { colour: 3 });

  it('is fainter for other series than for the tracked one', () => {
    const [trackedOpacity = 0, otherOpacity = 0] = opacitiesOf([
      series('Acme', { isTracked: true }),
      other,
    ]);
    expect(otherOpacity).toBeLessThan(trackedOpacity);
  });

  it('is drawn over its whole length, even where the others have no values', () => {
    const all = [series('Acme', { values: [1, 2, 3, 4] })];
    const earlier = earlierOf(all);
    const shifted = instants.map((instant) => instant - msPerUtcDay);
    const lines = linesOf(
      drawPicture({
        series: all,
        earlier: { ...earlier, model: { ...earlier.model, instants: shifted } },
      }),
      acmeColour,
    );
    const [earlierLine, current] = lines.map((line) => strokesOf(line)[0]?.map(([x]) => x));
    expect(earlierLine).toHaveLength(4);
    expect(earlierLine?.slice(1)).toEqual(current?.slice(0, 3));
  });

  it('is fainter if another series has one too', () => {
    const [single = 0] = opacitiesOf([other]);
    const [first = 0, second = 0] = opacitiesOf([series('Acme'), other]);
    expect(first).toBeLessThan(single);
    expect(second).toBe(first);
  });

  it('is missing for a quiet series', () => {
    const quiet = series('Bolt', { isQuiet: true });
    const file = drawPicture({ series: [series('Acme'), quiet], earlier: earlierOf([quiet]) });
    expect(file.querySelector('path[stroke-dasharray="1 3"]')).toBeNull();
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

it('draws a small chart for each series if it has their figures, with the time below the last ones', () => {
  const names = ['Acme', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta'];
  const file = drawPicture({
    series: names.map((name, index) => series(name, { colour: index + 1 })),
    figures: names.map((_, index) => 10 + index),
  });
  const texts = textsOf(file);
  expect(texts).toEqual(expect.arrayContaining(names));
  expect(texts).toEqual(expect.arrayContaining(['10.0%', '16.0%']));
  expect(texts.join()).toContain('All charts have the same scale');
  // Four columns: three charts of the first row have another below them.
  const charts = [...file.querySelectorAll('g[transform]')].slice(0, names.length);
  expect(charts.filter(({ textContent }) => textContent.includes('Nov'))).toHaveLength(4);
});
