import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { platformIds } from '../../../contract/enums.ts';
import { createPalette, type Look } from './looks.ts';

describe('a palette', () => {
  const keys = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 60 });

  const countDifferentLooks = (looks: ReadonlyMap<string, Look>) =>
    new Set([...looks.values()].map(({ colour, dash }) => `${colour} ${dash}`)).size;

  it('gives no two series the same colour and dash, however many there are', () => {
    fc.assert(
      fc.property(keys, (series) => {
        const looks = createPalette().looksFor([], series, series[0] ?? null);
        expect(countDifferentLooks(looks)).toBe(series.length);
      }),
    );
    const thousand = Array.from({ length: 1000 }, (_, index) => `brand ${index}`);
    expect(countDifferentLooks(createPalette().looksFor(thousand, thousand, null))).toBe(1000);
    const listed = Array.from({ length: 50_000 }, (_, index) => `brand ${index}`);
    expect(countDifferentLooks(createPalette().looksFor(listed, thousand, null))).toBe(1000);
  });

  it('uses no dash before the colours are used up', () => {
    fc.assert(
      fc.property(keys, (series) => {
        const looks = createPalette().looksFor([], series.slice(0, 8), null);
        expect([...looks.values()].every(({ dash }) => dash === undefined)).toBe(true);
      }),
    );
  });

  it('gives listed series the same look in any selection, in any order, on every visit', () => {
    const visits = keys.chain((listed) =>
      fc.tuple(
        fc.constant(listed),
        fc.shuffledSubarray(listed),
        fc.shuffledSubarray(listed, { minLength: 1 }),
        fc.constantFrom(null, ...listed),
      ),
    );
    fc.assert(
      fc.property(visits, ([listed, earlier, later, lead]) => {
        const whole = createPalette().looksFor(listed, listed, lead);
        const visit = createPalette();
        visit.looksFor(listed.toReversed(), earlier, lead);
        for (const [key, look] of visit.looksFor(listed, later, lead)) {
          expect(look).toEqual(whole.get(key));
        }
      }),
    );
  });

  it('gives unlisted series the same looks on every visit, whatever the order of the first report', () => {
    const orders = keys.chain((unlisted) =>
      fc.tuple(
        fc.constant(unlisted),
        fc.shuffledSubarray(unlisted, { minLength: unlisted.length }),
      ),
    );
    fc.assert(
      fc.property(orders, ([unlisted, shuffled]) => {
        const looks = createPalette().looksFor([], unlisted, null);
        for (const [key, look] of createPalette().looksFor([], shuffled, null)) {
          expect(look).toEqual(looks.get(key));
        }
      }),
    );
  });

  it('gives listed series the same looks when unlisted ones arrive', () => {
    fc.assert(
      fc.property(keys, keys, (listed, discovered) => {
        const before = createPalette().looksFor(listed, listed, null);
        const after = createPalette().looksFor(listed, [...discovered, ...listed], null);
        for (const key of listed) expect(after.get(key)).toEqual(before.get(key));
      }),
    );
  });

  it('gives unlisted series their previous looks when they return', () => {
    fc.assert(
      fc.property(keys, keys, (first, second) => {
        const palette = createPalette();
        const before = palette.looksFor([], first, null);
        palette.looksFor([], second, null);
        expect(palette.looksFor([], first.toReversed(), null)).toEqual(before);
      }),
    );
  });

  it('gives each known platform the same look, regardless of the other series', () => {
    const all = createPalette().looksFor([], platformIds, null);
    for (const id of platformIds) {
      expect(createPalette().looksFor([], [id], null).get(id)).toEqual(all.get(id));
    }
  });
});
