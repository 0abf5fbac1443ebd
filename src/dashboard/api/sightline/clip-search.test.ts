import { expect, it } from 'vitest';
import { clipSearch } from './clip-search.ts';

it.each([
  ['keeps a short search', 'running shoes', 'running shoes'],
  ['keeps a surrogate pair that fits', `${'a'.repeat(498)}😀b`, `${'a'.repeat(498)}😀`],
  ['drops a surrogate pair that fits only in part', `${'a'.repeat(499)}😀`, 'a'.repeat(499)],
])('%s', (_, typed, clipped) => {
  expect(clipSearch(typed)).toBe(clipped);
});
