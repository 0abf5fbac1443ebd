import { expect, it } from 'vitest';
import { completeWebAddress, isWebAddress } from './web-address.ts';

it.each([
  'https://example.com',
  'HTTP://example.com:8080/a?b=c@d#e@f',
  'https://zelte-grün.de/@me',
  'https://example.com/\u200c',
])('%j is a web address', (text) => {
  expect(isWebAddress(text)).toBe(true);
});

it.each([
  'example.com',
  'javascript:alert(1)',
  'https://',
  'https://exam ple.com',
  'https://example.com/\u202e',
  'https://example.com/\u2066',
  'https://example.com/#\u0000',
  'https://example.com/\u0085',
  'https://me:secret@example.com',
  'https://me@example.com',
  'https://a.example@b.example',
  'https:\\\\me:secret@example.com',
  'https:///me:secret@example.com',
])('%j is no web address', (text) => {
  expect(isWebAddress(text)).toBe(false);
});

it('an address with hidden characters is not completed', () => {
  expect(completeWebAddress('example.com/a')).toBe('https://example.com/a');
  expect(completeWebAddress('example.com/\u202e')).toBe('example.com/\u202e');
});
