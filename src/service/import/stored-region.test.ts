import { expect, it } from 'vitest';
import { storedRegionOf } from './stored-region.ts';

it.each([
  ['US', 'US'],
  ['US:New York', 'US:New York'],
  ['US: New York', 'US: New York'],
  ['US:a:b:c', 'US:a:b:c'],
  ['US:🗽 NYC', 'US:🗽 NYC'],
  ['US: ', 'US'],
  ['US:\u00a0\u200b\u202e', 'US'],
  ['US: : ', 'US: : '],
  ['UK', 'GB'],
  ['UK:London', 'GB:London'],
  ['UK: ', 'GB'],
])('the region %j is stored as %j', (region, stored) => {
  expect(storedRegionOf(region)).toBe(stored);
});
