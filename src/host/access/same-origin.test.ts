import { expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

it.each([
  ['same-origin', null, true],
  ['same-site', null, false],
  ['cross-site', null, false],
  ['none', null, false],
  ['cross-site', 'http://127.0.0.1:4180', false],
  [null, 'http://127.0.0.1:4180', true],
  [null, 'http://127.0.0.1:4181', false],
  [null, 'https://evil.example', false],
  [null, 'null', false],
  [null, null, true],
])('with Sec-Fetch-Site %s and Origin %s, isSameOrigin is %s', (site, origin, expected) => {
  const headers = new Headers({ host: '127.0.0.1:4180' });
  if (site !== null) headers.set('sec-fetch-site', site);
  if (origin !== null) headers.set('origin', origin);
  expect(isSameOrigin(new Request('http://127.0.0.1:4180/session', { headers }))).toBe(expected);
});

it.each([
  ['https://reports.example', true],
  ['http://reports.example', false],
])('behind a TLS proxy, with Origin %s, isSameOrigin is %s', (origin, expected) => {
  const headers = { host: 'reports.example', 'x-forwarded-proto': 'https', origin };
  expect(isSameOrigin(new Request('http://reports.example/session', { headers }))).toBe(expected);
});
