import { expect, test } from 'vitest';
import { findOwnDomainFault, findOwnershipQuestion, readOwnDomain } from './own-domain.ts';

test.each([
  ['Example.com.', 'example.com'],
  ['www.müller.de', 'xn--mller-kva.de'],
  ['www.gov.uk', 'www.gov.uk'],
  ['GitHub.com/Acme/', 'github.com/acme'],
  ['www.medium.com/@Acme', 'medium.com/@acme'],
  ['medium.com/%40acme', 'medium.com/@acme'],
  ['example.com/Bücher', 'example.com/b%C3%BCcher'],
  ['example.com//', 'example.com'],
])('%s is stored as %s', (text, domain) => {
  expect(readOwnDomain(text)).toBe(domain);
  expect(readOwnDomain(domain)).toBe(domain);
});

test.each([
  '',
  'com',
  'com.',
  'a b.com',
  'https://example.com',
  'example.com:443',
  'me@example.com',
  'facebook.com/profile.php?id=1',
  'example.com/a#b',
  'example.com/\ud800',
])('%j is no domain', (text) => {
  expect(readOwnDomain(text)).toBeNull();
});

test.each([
  'co.uk',
  'com.au',
  'gov.uk',
  // A wildcard rule of the public suffix list, and a suffix in another script.
  'example.ck',
  '公司.cn',
  'co.uk/acme',
  '*.star.example',
  'star.*',
  '.example.com',
  'a..example.com',
])('nobody can own %s', (text) => {
  expect(findOwnDomainFault(readOwnDomain(text) ?? '')).toMatch(/^must /);
});

test.each([
  'example.co.uk',
  'www.ck',
  'www.gov.uk',
  'star.example',
  'acme.github.io',
  'github.io',
  'github.com/acme',
  'my_shop.example.com',
  'müller.de',
  '192.0.2.1',
])('a brand can own %s', (text) => {
  expect(findOwnDomainFault(readOwnDomain(text) ?? '')).toBeNull();
});

test.each([
  ['github.com', 'github.com/name'],
  ['de-de.facebook.com', 'de-de.facebook.com/name'],
  ['medium.com', 'medium.com/name'],
  ['github.io', 'name.github.io'],
  ['myshopify.com', 'name.myshopify.com'],
  ['wixsite.com', 'name.wixsite.com'],
])('whether all of %s is the brand’s own is asked, with %s as an example', (domain, example) => {
  const question = findOwnershipQuestion(domain);
  expect(question).toMatch(`Is all of ${domain} yours? `);
  expect(question).toMatch(`such as ${example}.`);
});

test.each([
  'github.com/acme',
  'acme.github.io',
  'acme.myshopify.com',
  'acme.medium.com',
  'fb.example',
])('whether %s is the brand’s own is not asked', (domain) => {
  expect(findOwnershipQuestion(domain)).toBeNull();
});
