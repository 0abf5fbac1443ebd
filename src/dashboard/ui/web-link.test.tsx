import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WebLink } from './web-link.tsx';

const hrefOf = (address: string) => {
  const { container } = render(<WebLink address={address} />);
  expect(container.textContent).not.toBe('');
  return container.querySelector('a')?.getAttribute('href') ?? null;
};

it.each([
  ['https://example.com', 'https://example.com/'],
  ['http://example.com/a?b', 'http://example.com/a?b'],
  ['HTTPS://EXAMPLE.com', 'https://example.com/'],
])('%s is a link', (address, href) => {
  expect(hrefOf(address)).toBe(href);
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'ftp://example.com',
  '//example.com',
  'example.com',
  'https://',
])('%j stays plain text', (address) => {
  expect(hrefOf(address)).toBeNull();
});
