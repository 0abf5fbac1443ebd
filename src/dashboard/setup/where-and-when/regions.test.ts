import { describe, expect, test } from 'vitest';
import { findRegion } from './regions.ts';

describe('the region that somebody enters', () => {
  test.each([
    ['de', 'DE'],
    ['germany', 'DE'],
    ['UK', 'GB'],
    ['US:California', 'US:California'],
    ['united states: California ', 'US:California'],
    ['United States · California', 'US:California'],
    ['US-CA', 'US-CA'],
    ['uk-lnd ', 'GB-LND'],
    ['Guinea-Bissau', 'GW'],
  ])('%s is %s', (text, code) => {
    expect(findRegion(text)).toBe(code);
  });

  test.each(['Atlantis', 'Atlantis:North', 'US:', 'ZZ:North', 'XX-A', ''])('%s is none', (text) => {
    expect(findRegion(text)).toBeNull();
  });
});
