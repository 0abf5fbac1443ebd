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
  ['US:XQ', 'US:XQ'],
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
  const regions = ['US-CA', 'BR:sao paulo', 'FR-IDF', 'NZ:the wash', 'US: : ', 'AE:دبي', 'US:a:b'];
  for (const stored of regions.map(storedRegionOf)) expect(storedRegionOf(stored)).toBe(stored);
});
