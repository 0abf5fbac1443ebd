import { describe, expect, test } from 'vitest';
import { canonicalRegion } from './canonical-region.ts';
import { isAcceptedCountry, isCountryOfToday, withdrawnCountryLabels } from './region-codes.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const allCodes = letters.flatMap((first) => letters.map((second) => first + second));
const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

test.each([
  ['UK', 'GB'],
  ['UK:London', 'GB:London'],
  ['UK:', 'GB:'],
  ['GB', 'GB'],
  ['UKR', 'UKR'],
  ['US:UK', 'US:UK'],
])('the canonical code of region %j is %j', (code, canonicalCode) => {
  expect(canonicalRegion(code)).toBe(canonicalCode);
});

describe('the accepted country codes', () => {
  test('are those of 249 countries, 7 reserved for territories, 4 others and 25 withdrawn', () => {
    const accepted = allCodes.filter(isAcceptedCountry);
    const reserved = ['AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA'];
    const others = ['EU', 'UN', 'XK', 'ZZ'];
    expect(withdrawnCountryLabels.size).toBe(25);
    expect(accepted).toHaveLength(249 + 7 + 4 + 25);
    expect([...reserved, ...others].every(isAcceptedCountry)).toBe(true);
  });

  test('all have a name', () => {
    const unnamed = allCodes.filter(
      (code) => isAcceptedCountry(code) && !withdrawnCountryLabels.has(code) && !countries.of(code),
    );
    expect(unnamed).toEqual([]);
  });

  test('do not include codes that ISO does not assign to a place', () => {
    const refused = ['EN', 'QO', 'XX', 'AA', 'EZ', 'XA', 'XB', 'UK', 'us', ''];
    expect(refused.filter(isAcceptedCountry)).toEqual([]);
  });
});

test('249 codes are those of countries of today, and none of the other accepted ones', () => {
  const codes = allCodes.filter(isCountryOfToday);
  expect(codes).toHaveLength(249);
  expect(codes.filter((code) => !isAcceptedCountry(code))).toEqual([]);
  expect(['ZZ', 'EU', 'UN', 'XK', 'AC', 'SU', 'UK'].filter(isCountryOfToday)).toEqual([]);
});

test('labels of withdrawn codes say that they are withdrawn, and differ from all other names', () => {
  const labels = [...withdrawnCountryLabels.values()];
  expect(labels.every((label) => /^\S.* \(withdrawn\)$/.test(label))).toBe(true);
  expect(new Set(labels).size).toBe(labels.length);
});
