import { expect, it } from 'vitest';
import { findRegion, listRegions } from './regions.ts';

it.each([
  ['de', 'DE'],
  ['Germany', 'DE'],
  [' united  kingdom ', 'GB'],
  ['UK', 'GB'],
  ['Cote d’Ivoire', 'CI'],
  ['Atlantis', null],
  ['QQ', null],
])('finds “%s” as %s', (text, code) => {
  expect(findRegion(text)).toBe(code);
});

it('lists each country once, without the region that stands for no location', () => {
  const names = listRegions();
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('Germany');
  expect(names).not.toContain('No location');
  expect(names.length).toBeGreaterThan(200);
});
