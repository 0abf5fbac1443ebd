import { describe, expect, it } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { measured } from '../service/small-world.ts';
import { openHost, openRemoteService } from './harness.ts';

const { siteId } = measured;
const answers = pathTo('answers', { siteId });

/** Gets a path with the encodings that the client accepts; `fetch` decodes the body. */
async function get(
  host: { url: string; key(name: 'agency'): string },
  path: string,
  accepted: string,
) {
  const response = await fetch(host.url + path, {
    headers: { Authorization: `Bearer ${host.key('agency')}`, 'Accept-Encoding': accepted },
  });
  expect(response.status).toBe(200);
  const json: unknown = await response.json();
  return { json, headers: response.headers };
}

describe('the host', () => {
  it.each([
    '/v1/openapi.json',
    '/sightline/v1/openapi.json',
    pathTo('timeline', { siteId }),
    answers,
  ])('compresses %s for clients that accept it', async (path) => {
    const host = await openHost();
    const plain = await get(host, path, 'identity');
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(plain.headers.get('Vary')).toBe('Accept-Encoding');
    for (const coding of ['gzip', 'br']) {
      const { json, headers } = await get(host, path, coding);
      expect(headers.get('Content-Encoding')).toBe(coding);
      expect(headers.get('Vary')).toBe('Accept-Encoding');
      for (const name of ['Content-Type', 'Cache-Control', 'X-Content-Type-Options']) {
        expect(headers.get(name)).toBe(plain.headers.get(name));
      }
      expect(json).toEqual(plain.json);
    }
  });

  it('compresses the responses of a remote service', async () => {
    const list = { data: Array.from({ length: 100 }, (_, n) => ({ id: `site-${n}` })) };
    const remoteService = await openRemoteService(() => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(list),
    }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const response = await fetch(host.url + pathTo('clients', {}), {
      headers: { Authorization: 'Bearer some-key', 'Accept-Encoding': 'gzip' },
    });
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(await response.json()).toEqual(list);
  });

  it('does not compress short responses', async () => {
    const { headers } = await get(await openHost(), pathTo('discovery', {}), 'gzip');
    expect(headers.get('Content-Encoding')).toBeNull();
  });
});
