import { expect, test } from 'vitest';
import { countedDomainOf, findSeparateDomains, ownerOf } from './domain-owner.ts';
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
  // As an earlier version stored it.
  brand('older', 'www.older.example', 'www.gov.uk'),
  brand('müller', 'xn--mller-kva.de'),
  brand('coder', 'git.com/acme', 'git.com/bücher'),
  brand('tool', 'git.com/acme/tool'),
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
  ['older.example', 'older'],
  ['a.older.example', 'older'],
  ['www.gov.uk', 'older'],
  ['gov.uk', 'no brand'],
  ['müller.de', 'müller'],
  ['shop.xn--mller-kva.de', 'müller'],
  ['2001:db8::1', 'no brand'],
  ['git.com', 'no brand'],
  ['git.com/acme', 'coder'],
  ['GIT.com/Acme/', 'coder'],
  ['git.com/acme-two', 'no brand'],
  ['www.git.com/acme', 'coder'],
  ['gist.git.com/acme', 'no brand'],
  ['git.com/other/acme', 'no brand'],
  ['git.com/acme/a/b', 'coder'],
  ['git.com/acme/tool', 'tool'],
  ['archive.example/www.git.com/acme', 'no brand'],
  ['', 'no brand'],
])('the owner of "%s" is %s', (host, owner) => {
  expect(ownerOf(host, brands)?.id ?? 'no brand').toBe(owner);
  const reversedBrands = [...brands].reverse().filter(({ id }) => id !== 'twin');
  expect(ownerOf(host, reversedBrands)?.id ?? 'no brand').toBe(owner);
});

test.each<[string, BrandRecord[], string[]]>([
  ['none for registrable domains', [brand('a', 'a.co.uk', 'www.b.com')], []],
  ['one whose parent has no owner', [brand('a', 'shop.host.com')], ['shop.host.com']],
  ['none whose parent has the same owner', [brand('a', 'host.com', 'shop.host.com')], []],
  [
    'one whose parent has another owner',
    [brand('a', 'host.com'), brand('b', 'www.shop.host.com')],
    ['shop.host.com'],
  ],
  [
    'a domain within one of another brand',
    [brand('a', 'host.com', 'a.shop.host.com'), brand('b', 'shop.host.com')],
    ['a.shop.host.com', 'shop.host.com'],
  ],
  ['a path of a domain that nobody owns', [brand('a', 'git.com/acme')], ['git.com/acme']],
  ['no path of an own domain', [brand('a', 'git.com/acme', 'git.com')], []],
  [
    'a path within one of another brand',
    [brand('a', 'git.com/acme'), brand('b', 'git.com/acme/tool')],
    ['git.com/acme/tool', 'git.com/acme'],
  ],
  ['one of twins', [brand('a', 'shop.host.com'), brand('b', 'shop.host.com')], ['shop.host.com']],
])('the separate domains are %s', (_, siteBrands, domains) => {
  expect(findSeparateDomains(siteBrands)).toEqual(domains);
});

test.each([
  ['host.com', 'host.com/a', 'host.com'],
  ['host.com', 'shop.host.com', 'shop.host.com'],
  ['host.com', 'new.shop.host.com:8080?b', 'shop.host.com'],
  ['host.com', 'a.shop.host.com/b', 'a.shop.host.com'],
  ['host.com', 'workshop.host.com/b', 'host.com'],
  ['host.com', 'host.com/shop.host.com', 'host.com'],
  // A page that is not known.
  ['host.com', '', 'host.com'],
  ['git.com', 'git.com/acme', 'git.com/acme'],
  ['git.com', 'git.com/Acme/tool?b#c', 'git.com/acme'],
  ['git.com', 'git.com:8080/acme?b', 'git.com/acme'],
  ['git.com', 'gist.git.com/acme', 'git.com'],
  ['git.com', 'git.com/acme-two', 'git.com'],
  ['git.com', 'git.com/a/git.com/acme', 'git.com'],
  ['git.com', 'git.com/?a=.git.com/acme/', 'git.com'],
  ['git.com', 'git.com/b%C3%BCcher/1', 'git.com/b%C3%BCcher'],
])('a citation of %s with the page "%s" counts for %s', (domain, page, counted) => {
  const separateDomains = [
    'git.com/b%C3%BCcher',
    'a.shop.host.com',
    'shop.host.com',
    'git.com/acme',
  ];
  expect(countedDomainOf(domain, page, separateDomains)).toBe(counted);
});
