import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsFor, ordinal, shortChange, shortValue, unsignedChange } from './values.ts';

describe('a figure', () => {
  it.each([
    [75.8123, '%', 'en', '75.8%'],
    [32.71604938271605, '%', 'en', '32.7%'],
    [30.01, '%', 'en', '30.0%'],
    [30, '%', 'en', '30.0%'],
    [9, '%', 'en', '9.0%'],
    [0, '%', 'en', '0.0%'],
    [0.0000001, '%', 'en', '0.0%'],
    [-12.345, 'pt', 'en', '−12.3\u00a0pt'],
    [75.8123, '%', 'de', '75,8%'],
    [1.5e300, '%', 'en', '1.5E300%'],
    [-0, '%', 'en', '0.0%'],
    [-0.01, '%', 'en', '0.0%'],
  ])('has one decimal for %d %s', (value, unit, locale, text) => {
    expect(shortValue(value, unit, locale)).toBe(text);
  });

  it.each([
    ['%', 0.7, 1],
    [undefined, 75.8, 1],
    [undefined, 7.58, 2],
    [undefined, 0.758, 3],
    [undefined, 0, 1],
    [undefined, 1e300, 1],
    [undefined, 5e-324, 20],
  ])('with the unit %s and values up to %d has %i decimals', (unit, largest, decimals) => {
    expect(decimalsFor(unit, largest)).toBe(decimals);
  });

  it('has the requested number of decimals, both as a value and as a change', () => {
    const value = fc.double({ min: -1000, max: 1000, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 1, max: 5 }), (from, to, decimals) => {
        const texts = [
          shortValue(from, '%', 'en', decimals),
          shortValue(to, '%', 'en', decimals),
          shortChange({ from, to }, '%', 'en', decimals),
        ];
        for (const text of texts) {
          expect(/\.(\d+)/.exec(text)?.[1], text).toHaveLength(decimals);
        }
      }),
    );
  });

  it.each([
    [74.7, 75.8, '%', '+1.1\u00a0pt'],
    [0.1 + 0.2, 0.3, undefined, '0.0'],
    [74.3, 75.32, '%', '+1.0\u00a0pt'],
    [1e300, -1e300, undefined, '−2E300'],
    [75.81, 75.79, '%', '0.0\u00a0pt'],
    [100, 99.6, '%', '−0.4\u00a0pt'],
    [0, 75.83, '%', '+75.8\u00a0pt'],
    [-12, 9.5, 'pt', '+21.5\u00a0pt'],
  ])('of a change from %d to %d is as precise as a value', (from, to, unit, text) => {
    expect(shortChange({ from, to }, unit, 'en')).toBe(text);
  });

  it('of a change is the difference between the two values beside it', () => {
    // Evenly distributed, unlike `fc.double`.
    const value = fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e6);
    const unscale = (text: string, decimals: number) =>
      Math.round(10 ** decimals * Number(text.replace(/[%,]|\u00a0pt/g, '').replace('−', '-')));
    fc.assert(
      fc.property(value, value, fc.integer({ min: 1, max: 5 }), (from, to, decimals) => {
        const [before = 0, now = 0, change = 0, size] = [
          shortValue(from, '%', 'en', decimals),
          shortValue(to, '%', 'en', decimals),
          shortChange({ from, to }, '%', 'en', decimals),
          unsignedChange({ from, to }, '%', 'en', decimals).replace('less than', '0 *'),
        ].map((text) => unscale(text, decimals));
        expect(now - before).toBe(change);
        if (change !== 0) expect(size).toBe(Math.abs(change));
      }),
    );
  });

  it.each([
    [22.26, 25.24, '2.9\u00a0pt'],
    [22.3, 22.3, '0.0\u00a0pt'],
    [22.31, 22.34, 'less than 0.1\u00a0pt'],
    [22.34, 22.26, 'less than 0.1\u00a0pt'],
  ])('of the size of a change from %d to %d agrees with the values beside it', (from, to, text) => {
    expect(unsignedChange({ from, to }, '%', 'en')).toBe(text);
  });

  it('is an ordinal for a rank in English, and a plain number in other languages', () => {
    expect([1, 2, 3, 4, 11, 21, 112].map((rank) => ordinal(rank, 'en'))).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '21st',
      '112th',
    ]);
    expect(ordinal(2, 'de')).toBe('2');
  });
});
