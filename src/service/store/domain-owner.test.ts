import { expect, test } from 'vitest';
import { ownerOf } from './domain-owner.ts';
import type { BrandRecord } from './records.ts';

const brand = (id: string, ...domains: string[]): BrandRecord => ({
  id,
  siteId: 's',
  name: id,
  aliases: [],
  role: 'competitor',
  domains,
});
const brands = [
  brand('maker', 'maker.example', 'maker.co.uk'),
  brand('shop', 'shop.maker.example'),
  brand('twin', 'maker.example'),
  brand('domainless'),
];

test.each([
  ['maker.example', 'maker'],
  ['www.maker.example', 'maker'],
  ['MAKER.example.', 'maker'],
  ['a.b.maker.co.uk', 'maker'],
  // The most specific domain counts, whatever the order of the brands.
  ['shop.maker.example', 'shop'],
  ['new.shop.maker.example', 'shop'],
  // A host that ends with a domain's letters, but not after a dot, does not match that domain.
  ['filmmaker.example', 'no brand'],
  ['workshop.maker.example', 'maker'],
  ['example', 'no brand'],
  ['', 'no brand'],
])('the owner of "%s" is %s', (host, owner) => {
  expect(ownerOf(host, brands)?.id ?? 'no brand').toBe(owner);
  const reversedBrands = [...brands].reverse().filter(({ id }) => id !== 'twin');
  expect(ownerOf(host, reversedBrands)?.id ?? 'no brand').toBe(owner);
});
