import { expect, test } from 'vitest';
import type { BrandRole } from '../../contract/enums.ts';
import type { BrandRecord } from '../store/records.ts';
import { brandsNeeded, comparatorsOf } from './comparators.ts';

const brand = (id: string, role: BrandRole): BrandRecord => ({
  id,
  siteId: 'site',
  name: id,
  aliases: [],
  domains: [],
  role,
});
const tracked = brand('tracked', 'tracked');
const rival = brand('rival', 'competitor');
const found = brand('found', 'discovered');
const seen = brand('seen', 'discovered');

test('a brand is compared with the other tracked and competitor brands only', () => {
  const brands = [tracked, rival, found];
  expect(comparatorsOf(tracked, brands)).toEqual([rival]);
  expect(comparatorsOf(rival, brands)).toEqual([tracked]);
});

test('a discovered brand is compared with tracked and competitor brands, not with discovered ones', () => {
  expect(comparatorsOf(found, [tracked, rival, found, seen])).toEqual([tracked, rival]);
});

test('without other tracked or competitor brands, the discovered ones are the comparators', () => {
  expect(comparatorsOf(tracked, [tracked, found, seen])).toEqual([found, seen]);
  expect(comparatorsOf(found, [found, seen])).toEqual([seen]);
});

test('the only brand of a site has no comparator', () => {
  expect(comparatorsOf(tracked, [tracked])).toEqual([]);
});

test('only gap needs the mentions of brands that no series describes', () => {
  const brands = [tracked, rival, found];
  expect(brandsNeeded('visibility', [tracked], brands)).toEqual(['tracked']);
  expect(brandsNeeded('shareOfVoice', [tracked], brands)).toEqual(['tracked']);
  expect(brandsNeeded('gap', [tracked], brands)).toEqual(['tracked', 'rival']);
});

test('returns null if every brand is needed', () => {
  expect(brandsNeeded('sentiment', [tracked, rival], [tracked, rival])).toBeNull();
  expect(brandsNeeded('gap', [found], [tracked, rival, found])).toBeNull();
});
