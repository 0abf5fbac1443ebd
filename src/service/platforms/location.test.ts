import { expect, it } from 'vitest';
import { isSendable, locationOf } from './location.ts';

it.each([
  ['DE', { country: 'DE', area: null }],
  ['US:California', { country: 'US', area: 'California' }],
  ['NZ:bay-of-plenty', { country: 'NZ', area: 'Bay of Plenty' }],
  ['CH:Zürich', { country: 'CH', area: 'Zürich' }],
  ['US: California', { country: 'US', area: 'California' }],
  ['US:', { country: 'US', area: null }],
  ['ZZ', null],
])('the location of %s is %j', (region, location) => {
  expect(isSendable(region)).toBe(true);
  expect(locationOf(region)).toEqual(location);
});

it.each(['EU', 'UN', 'XK', 'IC', 'SU', 'UK', 'ZZ:Area', ''])('%j cannot be sent', (region) => {
  expect(isSendable(region)).toBe(false);
  expect(() => locationOf(region)).toThrow(RangeError);
});
