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
  brand('none'),
];

test.each([
  ['maker.example', 'maker'],
  ['www.maker.example', 'maker'],
  ['MAKER.example.', 'maker'],
  ['a.b.maker.co.uk', 'maker'],
  // The most specific domain counts, whatever the order of the brands.
  ['shop.maker.example', 'shop'],
  ['new.shop.maker.example', 'shop'],
  // A domain that only ends with the same letters does not belong to the brand.
  ['filmmaker.example', undefined],
  ['workshop.maker.example', 'maker'],
  ['example', undefined],
  ['', undefined],
])('%s belongs to %s', (host, owner) => {
  expect(ownerOf(host, brands)?.id).toBe(owner);
  expect(
    ownerOf(
      host,
      [...brands].reverse().filter(({ id }) => id !== 'twin'),
    )?.id,
  ).toBe(owner);
});
