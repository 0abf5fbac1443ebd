import type { BlockList } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { clientAddressOf, readProxies } from './peer.ts';

/** Returns the client's address, as determined for a request from a peer. */
async function readClientAddress(
  peer: string,
  forwarded: string | null,
  proxies: BlockList | null,
) {
  const app = new Hono().get('/', (c) => c.text(clientAddressOf(c, proxies)));
  const headers = forwarded === null ? {} : { 'X-Forwarded-For': forwarded };
  const env = { incoming: { socket: { remoteAddress: peer } } };
  return (await app.request('/', { headers }, env)).text();
}

const proxies = readProxies('127.0.0.1, 10.0.0.0/8, 2001:db8::/32');

describe('the address of a client', () => {
  it.each([
    ['without', null],
    ['with', '198.51.100.9'],
  ])(
    'is the peer’s if the peer is not a trusted proxy (request %s a header)',
    async (_, forwarded) => {
      expect(await readClientAddress('127.0.0.1', forwarded, null)).toBe('127.0.0.1');
      expect(await readClientAddress('192.0.2.1', forwarded, proxies)).toBe('192.0.2.1');
    },
  );

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['198.51.100.9, 192.0.2.1', '192.0.2.1'],
    ['198.51.100.9, 192.0.2.1, 10.1.2.3', '192.0.2.1'],
    ['10.0.0.9, 192.0.2.1, 10.1.2.3, 2001:db8::5', '192.0.2.1'],
    ['127.0.0.1, 10.0.0.9', '127.0.0.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db9::1]:4711', '2001:db9::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1, what is this', '127.0.0.1'],
    ['192.0.2.1, , 10.0.0.1', '10.0.0.1'],
    ['', '127.0.0.1'],
  ])('behind trusted proxies, with X-Forwarded-For "%s", is %s', async (forwarded, expected) => {
    for (const peer of ['127.0.0.1', '::ffff:127.0.0.1']) {
      expect(await readClientAddress(peer, forwarded, proxies)).toBe(expected);
    }
  });

  it('is the proxy’s if it sends no header', async () => {
    expect(await readClientAddress('10.0.0.1', null, proxies)).toBe('10.0.0.1');
  });
});

describe('the trusted proxies setting', () => {
  it.each(['127.0.0.1', '::1', '10.0.0.0/8 , 192.168.1.1', 'fd00::/8', '0.0.0.0/0'])(
    'accepts "%s"',
    (text) => expect(readProxies(text)).not.toBeNull(),
  );

  it.each([
    '',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    '::1/129',
    '1.2.3.4/8/8',
    '127.0.0.1,',
    '127.0.0.1 10.0.0.1',
    '*',
    '10.0.0.1/-1',
    '::1%eth0',
  ])('refuses "%s"', (text) => expect(readProxies(text)).toBeNull());
});
