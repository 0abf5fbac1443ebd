import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { resolveRedirect } from './redirects.ts';
import type { Fetch } from './send.ts';

const host = 'vertexaisearch.cloud.google.com';
const url = `https://${host}/grounding-api-redirect/abc`;
const resolve = (fetch: Fetch, source = { url, title: 'kran.example' as string | null }) =>
  resolveRedirect(fetch, source, host, new AbortController().signal);
const leadingTo = (location: string | null) =>
  vi.fn<Fetch>(async () =>
    location === null
      ? new Response(null, { status: 404 })
      : new Response(null, { status: 302, headers: { location } }),
  );

it('a redirect becomes the address it leads to, which is not requested', async () => {
  const fetch = leadingTo('https://kran.example/größe?a=1');
  expect(await resolve(fetch)).toEqual({
    url: 'https://kran.example/gr%C3%B6%C3%9Fe?a=1',
    title: 'kran.example',
  });
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(fetch).toHaveBeenCalledWith(url, expect.objectContaining({ redirect: 'manual' }));
});

it.each([
  ['at another host', `https://kran.example/?to=${url}`],
  ['without encryption', url.replace('https:', 'http:')],
  ['at another port', url.replace(host, `${host}:8443`)],
])('an address %s stays as it is, and is not requested', async (_, elsewhere) => {
  const fetch = leadingTo('https://evil.example/');
  const source = { url: elsewhere, title: null };
  expect(await resolve(fetch, source)).toBe(source);
  expect(fetch).not.toHaveBeenCalled();
});

it.each<[string, Fetch]>([
  ['an expired redirect', leadingTo(null)],
  ['a redirect to itself', leadingTo('/grounding-api-redirect/def')],
  ['a redirect to no page', leadingTo('javascript:alert(1)')],
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
])('%s becomes the address of the domain in the title', async (_, fetch) => {
  expect(await resolve(fetch)).toEqual({ url: 'https://kran.example/', title: 'kran.example' });
});

it.each(['The best cranes', 'Node.js', '', null])(
  'without an address and with the title %j, a redirect stays',
  async (title) => {
    const source = { url, title };
    expect(await resolve(leadingTo(null), source)).toBe(source);
  },
);

it('Node’s fetch tells where a redirect leads without following it', async () => {
  const requests: (string | undefined)[] = [];
  const server = createServer(({ method, url: path }, response) => {
    requests.push(`${method} ${path}`);
    response.writeHead(302, { location: 'http://kran.example/' }).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetch: Fetch = (address, init) =>
    globalThis.fetch(address.replace(`https://${host}`, origin), init);
  expect(await resolve(fetch, { url, title: null })).toEqual({
    url: 'http://kran.example/',
    title: null,
  });
  expect(requests).toEqual(['HEAD /grounding-api-redirect/abc']);
});
