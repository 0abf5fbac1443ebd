import english from 'cldr-subdivisions-full/subdivisions/en/en.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { storedRegionOf } from './stored-region.ts';

it.each([
  ['US', 'US'],
  ['US:New York', 'US:New York'],
  ['US: New York', 'US:New York'],
  ['US:a:b:c', 'US:a:b:c'],
  ['US:🗽 NYC', 'US:🗽 NYC'],
  ['US: ', 'US'],
  ['US:\u00a0\u200b\u202e', 'US'],
  ['US: : ', 'US::'],
  ['US-CA', 'US:California'],
  ['US:CA', 'US:California'],
  ['US:california', 'US:California'],
  ['US:CALIFORNIA ', 'US:California'],
  ['US:new_york', 'US:New York'],
  ['BR:Sa\u0303o Paulo', 'BR:São Paulo'],
  ['BR:sao paulo', 'BR:São Paulo'],
  ['BR-SP', 'BR:São Paulo'],
  ['DE:BY', 'DE:Bavaria'],
  ['UK-LND', 'GB:London'],
  ['FR-IDF', 'FR:Île-de-France'],
  ['US-PR', 'PR'],
  ['US:pr', 'PR'],
  ['US:Puerto Rico', 'PR'],
  ['CN:Hong Kong', 'HK'],
  ['FR-971', 'GP'],
  ['FR:guadeloupe', 'GP'],
  ['FR-J', 'FR:Île-de-France'],
  ['FR:ile de france', 'FR:Île-de-France'],
  ['MK-801', 'MK:Aerodrom'],
  ['US:XQ', 'US:XQ'],
  ['us:california', 'us:california'],
  ['Atlantis: north', 'Atlantis: north'],
  ['US-XQ', 'US-XQ'],
  ['DE:München', 'DE:München'],
  ['DE:Mu\u0308nchen', 'DE:München'],
  ['NZ:queenstown', 'NZ:Queenstown'],
  ['NZ: \u200bQueenstown ', 'NZ:Queenstown'],
  ['US:New York, NY', 'US:New York, NY'],
  ['UK', 'GB'],
  ['UK:London', 'GB:London'],
  ['UK: ', 'GB'],
])('the region %j is stored as %j', (region, stored) => {
  expect(storedRegionOf(region)).toBe(stored);
});

it('a stored region is stored as itself', () => {
  const codes = Object.keys(english.subdivisions.localeDisplayNames.subdivisions);
  const regions = [
    ...codes.map((code) => `${code.slice(0, 2)}-${code.slice(2)}`.toUpperCase()),
    ...['BR:sao paulo', 'NZ:the wash', 'US: : ', 'AE:دبي', 'US:a:b'],
  ];
  const stored = regions.map(storedRegionOf);
  expect(stored.map(storedRegionOf)).toEqual(stored);
  expect(stored.filter((region) => /^..-|[²³†]/.test(region))).toEqual([]);
});
