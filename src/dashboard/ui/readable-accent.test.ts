import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, toReadableAccent } from './readable-accent.ts';

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');
const [light = '', dark = ''] = css.split('@media');
const surfacesIn = (scheme: string) =>
  ['ground', 'card', 'raised'].map((name) => {
    const [, value] = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(scheme) ?? [];
    if (!value) throw new Error(`The token ${name} is missing.`);
    return value;
  });
const surfaces = {
  light: ['#ffffff', ...surfacesIn(light)],
  dark: surfacesIn(dark),
};

const channel = fc.integer({ min: 0, max: 255 });
const extreme = fc.constantFrom(0, 1, 254, 255);
/** Any colour, often pure, grey, very dark or very light. */
const colours = fc
  .oneof(
    fc.tuple(channel, channel, channel),
    channel.map((grey): [number, number, number] => [grey, grey, grey]),
    fc.tuple(extreme, extreme, extreme),
  )
  .map((channels) => `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

describe('a readable accent', () => {
  it('has enough contrast for text and lines on the page, cards and raised parts in both schemes', () => {
    fc.assert(
      fc.property(colours, (accent) => {
        const readable = toReadableAccent(accent);
        for (const scheme of ['light', 'dark'] as const) {
          for (const surface of surfaces[scheme]) {
            expect(contrastOf(readable[scheme].text, surface)).toBeGreaterThanOrEqual(4.5);
            expect(contrastOf(readable[scheme].line, surface)).toBeGreaterThanOrEqual(3);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('for text is unchanged where it is legible, and otherwise has little more contrast than it needs', () => {
    fc.assert(
      fc.property(colours, (accent) => {
        const readable = toReadableAccent(accent);
        for (const scheme of ['light', 'dark'] as const) {
          const minContrast = Math.min(
            ...surfaces[scheme].map((surface) => contrastOf(accent, surface)),
          );
          const isLegible = minContrast >= 4.5;
          expect(readable[scheme].text === accent).toBe(isLegible);
          const adjustedContrast = Math.min(
            ...surfaces[scheme].map((surface) => contrastOf(readable[scheme].text, surface)),
          );
          if (!isLegible) expect(adjustedContrast).toBeLessThan(5.1);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['#ffd400', 'dark'],
    ['#00256b', 'light'],
  ])('of %s is unchanged only in the %s scheme', (accent, scheme) => {
    const { light: onLight, dark: onDark } = toReadableAccent(accent);
    expect(onLight.text === accent).toBe(scheme === 'light');
    expect(onDark.text === accent).toBe(scheme === 'dark');
  });
});
