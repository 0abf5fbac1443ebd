import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { responseTimeout } from '../../src/dashboard/api/request.ts';
import { createUpstream } from '../../src/host/backend/upstream.ts';
import { openHost, openRemoteService } from './harness.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const authorization = 'Bearer some-key';
const sitePath = '/v1/sites/a1';

/** Sends raw bytes, and waits until the host closes the connection. */
const sendRaw = (url: string, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('close', () => resolve());
    socket.on('error', reject);
    socket.resume();
  });

describe('the OpenAPI document', () => {
  it('is served by the host itself, without a key and without a request to a remote service', async () => {
    const remoteService = await openRemoteService(() => ({ status: 200, body: '{}' }));
    for (const host of [await openHost(), await openHost({ SERVICE_URL: remoteService.url })]) {
      for (const path of ['/v1/openapi.json', '/sightline/v1/openapi.json']) {
        const response = await host.call({ path });
        expect(response.status).toBe(200);
        expect(JSON.parse(response.text)).toMatchObject({ openapi: '3.1.0' });
      }
    }
    expect(remoteService.receivedRequests).toEqual([]);
  });
});

describe('a remote service', () => {
  it('receives the method, path, query and body of a request, and only three of its headers', async () => {
    const remoteService = await openRemoteService(() => ({ status: 201, body: '{"data":[]}' }));
    const host = await openHost({ SERVICE_URL: `${remoteService.url}/base` });
    await host.call({
      method: 'POST',
      path: `${sitePath}/recommendations/r1/notes?x=%20a&x=b`,
      headers: {
        authorization,
        accept: 'application/json',
        'content-type': 'application/json',
        cookie: 'a=b',
        'x-session': 's',
        'x-forwarded-for': '10.0.0.1',
        'x-other': 'o',
        referer: 'http://private/',
        origin: 'http://private',
      },
      body: '{"body":"n"}',
    });
    expect(remoteService.receivedRequests).toHaveLength(1);
    const [received] = remoteService.receivedRequests;
    expect(received).toMatchObject({
      method: 'POST',
      url: `/base${sitePath}/recommendations/r1/notes?x=%20a&x=b`,
      body: '{"body":"n"}',
      headers: {
        authorization,
        accept: 'application/json',
        'content-type': 'application/json',
        host: new URL(remoteService.url).host,
      },
    });
    const receivedNames = Object.keys(received?.headers ?? {});
    for (const name of ['cookie', 'x-session', 'x-forwarded-for', 'x-other', 'referer', 'origin']) {
      expect(receivedNames).not.toContain(name);
    }
    expect(receivedNames.filter((name) => /forward|via|real-ip/.test(name))).toEqual([]);
  });

  it.each(['PUT', 'PATCH'])('receives the body of a %s request', async (method) => {
    const remoteService = await openRemoteService(() => ({ status: 200, body: '{}' }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const path = `/sightline/v1/sites/a1${method === 'PUT' ? '/setup' : ''}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = '{"name":"Shop"}';
    expect((await host.call({ method, path, headers, body })).status).toBe(200);
    expect(remoteService.receivedRequests).toMatchObject([{ method, url: path, body }]);
  });

  it.each([
    ['/sightline/v1/setup-jobs/j1', '/sightline/v1/setup-jobs/j1'],
    ['https://evil.example/sightline/v1/setup-jobs/j1', undefined],
    ['/sightline/v1/sites', undefined],
  ])(
    'that accepts a change at the location %s has the location %s passed on',
    async (location, passedOn) => {
      const remoteService = await openRemoteService(() => ({
        status: 202,
        headers: { location },
        body: '{"id":"j1"}',
      }));
      const host = await openHost({ SERVICE_URL: remoteService.url });
      const path = '/sightline/v1/sites/a1/setup';
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await host.call({ method: 'PUT', path, headers, body: '{}' });
      expect([response.status, response.text]).toEqual([202, '{"id":"j1"}']);
      expect(response.headers.location).toBe(passedOn);
    },
  );

  it('receives no body with DELETE', async () => {
    // The host limits only the bodies of methods that take one.
    const remoteService = await openRemoteService(() => ({ status: 204, body: '' }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const path = '/sightline/v1/sites/a1/shares/s1';
    const body = '{"unwanted":true}';
    const headers = { authorization, 'content-length': String(body.length) };
    expect((await host.call({ method: 'DELETE', path, headers, body })).status).toBe(204);
    expect(remoteService.receivedRequests).toMatchObject([
      { method: 'DELETE', url: path, body: '' },
    ]);
  });

  it('has its status, body and known headers passed on, but no other headers', async () => {
    const remoteService = await openRemoteService(() => ({
      status: 429,
      headers: {
        'content-type': 'application/problem+json',
        'retry-after': '3',
        'www-authenticate': 'Bearer',
        'sightline-sample': '1',
        'set-cookie': 'a=b',
        'x-powered-by': 'x',
        'access-control-allow-origin': '*',
        'content-security-policy': 'default-src *',
        location: 'https://evil.example',
      },
      body: '{"detail":"slow down"}',
    }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const response = await host.call({ path: '/v1/clients', headers: { authorization } });
    expect(response.status).toBe(429);
    expect(response.text).toBe('{"detail":"slow down"}');
    expect(response.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'retry-after': '3',
      'www-authenticate': 'Bearer',
      'sightline-sample': '1',
      'cache-control': 'no-store',
    });
    for (const name of ['set-cookie', 'x-powered-by', 'access-control-allow-origin', 'location']) {
      expect(response.headers[name]).toBeUndefined();
    }
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each(['Basic realm="x"', 'Negotiate', 'Digest realm="Bearer"', 'BearerX'])(
    'cannot make a browser ask for a password with %s',
    async (challenge) => {
      const remoteService = await openRemoteService(() => ({
        status: 401,
        headers: { 'www-authenticate': challenge },
      }));
      const host = await openHost({ SERVICE_URL: remoteService.url });
      const response = await host.call({ path: '/v1/clients', headers: { authorization } });
      expect(response.status).toBe(401);
      expect(response.headers['www-authenticate']).toBeUndefined();
    },
  );

  it('cannot make a list cacheable; a feed may be stored, but must be revalidated', async () => {
    const remoteService = await openRemoteService(() => ({
      status: 200,
      headers: { etag: '"1"', 'cache-control': 'public, max-age=600' },
      body: '{}',
    }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const request = (path: string) =>
      host.call({ path, headers: { authorization, 'if-none-match': '"1"' } });
    const list = await request('/v1/clients');
    expect(list.headers.etag).toBeUndefined();
    expect(list.headers['cache-control']).toBe('no-store');
    const feed = await request('/sightline/v1/feeds/secret.csv');
    expect(feed.headers).toMatchObject({ etag: '"1"', 'cache-control': 'private, no-cache' });
    expect(remoteService.receivedRequests.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"1"',
    ]);
  });

  it.each([
    ['a list', '/v1/clients', { 'if-none-match': '"1"' }],
    ['a feed without If-None-Match', '/sightline/v1/feeds/secret.csv', {}],
  ])('causes 502 if it responds with 304 to a request for %s', async (_, path, condition) => {
    const remoteService = await openRemoteService(() => ({ status: 304 }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const response = await host.call({ path, headers: { authorization, ...condition } });
    expect(response.status).toBe(502);
  });

  it('is not followed if it redirects', async () => {
    const otherService = await openRemoteService(() => ({ status: 200, body: '{}' }));
    const remoteService = await openRemoteService(() => ({
      status: 307,
      headers: { location: otherService.url },
    }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const response = await host.call({ path: '/v1/clients', headers: { authorization } });
    expect(response.status).toBe(502);
    expect(otherService.receivedRequests).toEqual([]);
  });

  it.each([
    '/v1/sites/..%2f..%2fadmin/filters',
    '/v1/sites/%2e%2e/filters',
    '/v1/sites/%252e%252e/filters',
    '/v1/sites/%252fadmin/filters',
    '/v1/sites/..%5cadmin/filters',
    '/v1/sites/a%0d%0aX-Evil:%201/filters',
    '/v1/sites/%00/filters',
    '/v1/sites/%zz/filters',
    '/v1/sites/%ff/filters',
    '/v1/sites/../../admin',
    '/v1/../admin',
    '//evil.example/v1/clients',
    '/v1//clients',
    '/v1/clients/',
    '/V1/clients',
    '/v1/clients%3f/sites%2f',
    '/healthz',
    '/metrics',
  ])('never sees %s', async (path) => {
    const remoteService = await openRemoteService(() => ({ status: 200, body: '{}' }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const response = await host.call({
      path,
      headers: { authorization, accept: 'application/json' },
    });
    expect(remoteService.receivedRequests).toEqual([]);
    expect(response.headers['location']).toBeUndefined();
  });

  it('is the configured one whatever host or absolute target is requested', async () => {
    const otherService = await openRemoteService(() => ({ status: 200, body: '{}' }));
    const remoteService = await openRemoteService(() => ({ status: 200, body: '{}' }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const forgedHostName = new URL(otherService.url).host;
    await host.call({ path: '/v1/clients', headers: { authorization, host: forgedHostName } });
    await host.call({ path: `${otherService.url}/v1/clients`, headers: { authorization } });
    expect(otherService.receivedRequests).toEqual([]);
    expect(remoteService.receivedRequests.map(({ url }) => url)).toContain('/v1/clients');
  });

  it('receives no header or second request smuggled through a line break', async () => {
    const remoteService = await openRemoteService(() => ({ status: 200, body: '{}' }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const lineBreaks = ['\r\n', '\n', '\r'];
    const secondRequest = 'GET /v1/sites/evil/filters HTTP/1.1\r\nHost: a\r\nX-Evil: 1';
    for (const lineBreak of lineBreaks) {
      for (const smuggledText of ['X-Evil: 1', secondRequest]) {
        const otherLines = 'Host: a\r\nAuthorization: Bearer k\r\nConnection: close\r\n\r\n';
        await sendRaw(
          host.url,
          `GET /v1/clients${lineBreak}${smuggledText} HTTP/1.1\r\n${otherLines}`,
        );
        await sendRaw(
          host.url,
          `GET /v1/clients HTTP/1.1\r\nAccept: a${lineBreak}${smuggledText}\r\n${otherLines}`,
        );
      }
    }
    expect(remoteService.receivedRequests.length).toBeGreaterThan(0);
    for (const { url, headers } of remoteService.receivedRequests) {
      expect(url).toBe('/v1/clients');
      expect(JSON.stringify(headers)).not.toMatch(/evil/i);
    }
  });

  it('has a shorter timeout than the page, and a size limit of 32 MiB', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const paddedBody = gzipSync(`{"data":[]}${' '.repeat(32 * 1024 * 1024)}`);
    const remoteService = await openRemoteService(() => ({
      status: 200,
      headers: { 'content-encoding': 'gzip' },
      body: paddedBody,
    }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const response = await host.call({ path: '/v1/clients', headers: { authorization } });
    expect(response.status).toBe(502);
    expect(host.readLog()).toContain('longer than 33554432 bytes');
    expect(timeout.mock.calls.length).toBeGreaterThan(0);
    expect(timeout.mock.calls.every(([limit]) => limit > 0 && limit < responseTimeout)).toBe(true);
  });

  it('is described in the page settings by the configured paging parameters and units', async () => {
    const remoteService = await openRemoteService(() => ({ status: 200, body: '{"data":[]}' }));
    const host = await openHost({
      SERVICE_URL: remoteService.url,
      PAGE_CURSOR_PARAM: 'after',
      PAGE_SIZE_PARAM: 'first',
      METRIC_UNITS: 'sentiment=pts',
    });
    const expected = {
      paging: { cursor: 'after', limit: 'first' },
      units: { sentiment: 'pts' },
    };
    const block = /id="page-settings">(.*)<\/script>/.exec((await host.call()).text)?.[1] ?? '';
    expect(JSON.parse(block)).toMatchObject(expected);
    expect(JSON.parse((await host.signIn('some-key')).text)).toMatchObject(expected);
  });

  it('causes 504 when it takes too long', async () => {
    const remoteService = await openRemoteService(() => null);
    const upstream = createUpstream({ base: new URL(remoteService.url), timeoutMs: 20 });
    const response = await upstream.fetch(new Request('http://host/v1/clients'));
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ type: 'urn:sightline:problem:upstream-timeout' });
  });

  it('does not cause 504 for an error that is merely named TimeoutError', async () => {
    const error = Object.assign(new Error('the connection broke'), { name: 'TimeoutError' });
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(error);
    const upstream = createUpstream({ base: new URL('http://service.example') });
    expect((await upstream.fetch(new Request('http://host/v1/clients'))).status).toBe(502);
  });

  it('may be another Sightline host', async () => {
    const far = await openHost();
    const near = await openHost({ SERVICE_URL: far.url });
    const directResponse = await far.call({
      path: '/v1/clients',
      headers: { authorization: `Bearer ${far.key('agency')}` },
    });
    const relayedResponse = await near.call({
      path: '/v1/clients',
      headers: { authorization: `Bearer ${far.key('agency')}` },
    });
    expect(relayedResponse.status).toBe(200);
    expect(relayedResponse.text).toBe(directResponse.text);
    expect(JSON.parse((await near.signIn(far.key('sample'))).text)).toMatchObject({ sample: true });
  });
});
