import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');
const [light = '', dark = ''] = css.split('@media');

function tokensOf(text: string): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const [, name, value] of text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) {
    if (name && value) tokens.set(name, value);
  }
  return tokens;
}

/** Linear red, green and blue, from 0 to 1. */
function toLinear(hex: string): number[] {
  return [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
}

/** Relative luminance, WCAG 2.2. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

/**
 * How readers without one of the three kinds of cones see linear red, green and blue: Machado, Oliveira and Fernandes,
 * 2009, severity 1.
 */
const colourVision: Record<string, readonly (readonly number[])[]> = {
  'usual colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** OKLab coordinates of a colour as seen: distances match the perceived difference between colours. */
function toOklab(hex: string, vision: readonly (readonly number[])[]): [number, number, number] {
  const linear = toLinear(hex);
  const [red = 0, green = 0, blue = 0] = vision.map((weights) => {
    const seen = weights.reduce((sum, weight, channel) => sum + weight * (linear[channel] ?? 0), 0);
    return Math.min(1, Math.max(0, seen));
  });
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

function distanceOf(one: string, other: string, vision: readonly (readonly number[])[]): number {
  const [from, to] = [toOklab(one, vision), toOklab(other, vision)];
  return Math.hypot(...from.map((coordinate, axis) => coordinate - (to[axis] ?? 0)));
}

describe.each([
  ['light', tokensOf(light)],
  ['dark', tokensOf(dark)],
])('the %s scheme', (_, tokens) => {
  const tokenValue = (name: string): string => {
    const value = tokens.get(name);
    if (!value) throw new Error(`There is no token ${name}.`);
    return value;
  };

  const series = Array.from({ length: 8 }, (_, index) => `series-${index + 1}`);

  it('has eight series colours, each visible on cards, tooltips and the page', () => {
    expect([...tokens.keys()].filter((name) => name.startsWith('series-'))).toEqual(series);
    for (const name of series) {
      for (const ground of ['card', 'raised', 'ground']) {
        expect(
          contrastOf(tokenValue(name), tokenValue(ground)),
          `${name} on ${ground}`,
        ).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it.each(Object.entries(colourVision))(
    'has series colours that readers with %s can tell apart',
    (kind, vision) => {
      for (const [index, one] of series.entries()) {
        for (const other of series.slice(index + 1)) {
          expect(
            distanceOf(tokenValue(one), tokenValue(other), vision),
            `${one} and ${other}`,
          ).toBeGreaterThan(kind === 'usual colour vision' ? 0.12 : 0.075);
        }
      }
    },
  );

  it.each(Object.entries(colourVision))(
    'has two sides of a scale that readers with %s can tell from each other and from the middle',
    (_kind, vision) => {
      const [above, below, middle] = ['scale-above', 'scale-below', 'card'].map(tokenValue);
      for (const [one = '', other = ''] of [
        [above, below],
        [above, middle],
        [below, middle],
      ]) {
        expect(distanceOf(one, other, vision), `${one} and ${other}`).toBeGreaterThan(0.1);
      }
    },
  );

  it.each([
    ['text', 'ground'],
    ['text', 'sunken'],
    ['text', 'selected'],
    ['text-muted', 'ground'],
    ['text-muted', 'card'],
    ['text-muted', 'sunken'],
    ['text-muted', 'hover'],
    ['accent', 'card'],
    ['accent', 'ground'],
    ['on-accent-soft', 'accent-soft'],
    ['on-strong', 'strong'],
    ['good', 'good-soft'],
    ['good', 'card'],
    ['bad', 'bad-soft'],
    ['bad', 'card'],
    ['warn', 'warn-soft'],
    ['text', 'scale-above'],
    ['good', 'scale-above'],
    ['bad', 'scale-above'],
    ['text', 'scale-below'],
    ['good', 'scale-below'],
    ['bad', 'scale-below'],
  ])('%s is legible on %s', (text, ground) => {
    expect(contrastOf(tokenValue(text), tokenValue(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it('draws the edge of the selected segment at 3:1 or more against its track and its fill', () => {
    expect(contrastOf(tokenValue('accent'), tokenValue('sunken'))).toBeGreaterThanOrEqual(3);
    expect(contrastOf(tokenValue('accent'), tokenValue('selected'))).toBeGreaterThanOrEqual(3);
  });

  it('draws the edges of fields at 3:1 or more against cards and the page', () => {
    for (const ground of ['card', 'ground']) {
      expect(contrastOf(tokenValue('line-strong'), tokenValue(ground))).toBeGreaterThanOrEqual(3);
    }
  });
});

it('defines no unused token', () => {
  const dashboard = join(import.meta.dirname, '..');
  const sources = readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:css|tsx?)$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(dashboard, path), 'utf8'));
  const used = new Set(
    sources.flatMap((text) => [...text.matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name)),
  );
  const names = [...css.matchAll(/^ *--([\w-]+):/gm)].map(([, name = '']) => name);
  // Series colours are looked up by number.
  expect(names.filter((name) => !used.has(name) && !/^series-\d+$/.test(name))).toEqual([]);
});
