import { expect, test } from 'vitest';
import type { BrandRole } from '../../contract/enums.ts';
import type { BrandRecord } from '../store/records.ts';
import { comparatorsOf, findNeededBrandIds } from './comparators.ts';

const createBrand = (id: string, role: BrandRole): BrandRecord => ({
  id,
  siteId: 'site',
  name: id,
  aliases: [],
  domains: [],
  role,
});
const trackedBrand = createBrand('tracked', 'tracked');
const rival = createBrand('rival', 'competitor');
const discoveredBrand = createBrand('found', 'discovered');
const otherDiscoveredBrand = createBrand('seen', 'discovered');

test('a brand is compared with the other tracked and competitor brands only', () => {
  const brands = [trackedBrand, rival, discoveredBrand];
  expect(comparatorsOf(trackedBrand, brands)).toEqual([rival]);
  expect(comparatorsOf(rival, brands)).toEqual([trackedBrand]);
});

test('a discovered brand is compared with tracked and competitor brands, not with discovered ones', () => {
  expect(
    comparatorsOf(discoveredBrand, [trackedBrand, rival, discoveredBrand, otherDiscoveredBrand]),
  ).toEqual([trackedBrand, rival]);
});

test('without other tracked or competitor brands, the discovered ones are the comparators', () => {
  expect(
    comparatorsOf(trackedBrand, [trackedBrand, discoveredBrand, otherDiscoveredBrand]),
  ).toEqual([discoveredBrand, otherDiscoveredBrand]);
  expect(comparatorsOf(discoveredBrand, [discoveredBrand, otherDiscoveredBrand])).toEqual([
    otherDiscoveredBrand,
  ]);
});

test('the only brand of a site has no comparator', () => {
  expect(comparatorsOf(trackedBrand, [trackedBrand])).toEqual([]);
});

test('only gap needs the mentions of brands that have no series', () => {
  const brands = [trackedBrand, rival, discoveredBrand];
  expect(findNeededBrandIds('visibility', [trackedBrand], brands)).toEqual(['tracked']);
  expect(findNeededBrandIds('shareOfVoice', [trackedBrand], brands)).toEqual(['tracked']);
  expect(findNeededBrandIds('sentiment', [trackedBrand], brands)).toEqual(['tracked']);
  expect(findNeededBrandIds('gap', [trackedBrand], brands)).toEqual(['tracked', 'rival']);
});

test('null stands for every brand if all are needed', () => {
  expect(findNeededBrandIds('sentiment', [trackedBrand, rival], [trackedBrand, rival])).toBeNull();
  expect(
    findNeededBrandIds('gap', [discoveredBrand], [trackedBrand, rival, discoveredBrand]),
  ).toBeNull();
});
