import { describe, expect, it } from 'vitest';
import { now } from '../service/small-world.ts';
import { call, openHost, openRemoteService, sessionOf } from './harness.ts';

describe('signing in', () => {
  it('returns the page settings and a cookie that scripts cannot read', async () => {
    const host = await openHost();
    const response = await host.signIn(host.key('agency'));
    const port = new URL(host.url).port;
    expect(response.status).toBe(201);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(
          `^sightline-session-${port}=[^;]+; Max-Age=28800; Path=/; HttpOnly; SameSite=Strict$`,
        ),
      ),
    ]);
    expect(JSON.parse(response.text)).toMatchObject({
      session: { id: expect.any(String), keyFingerprint: expect.any(String) },
      paging: { cursor: 'cursor', limit: 'limit' },
      sample: false,
    });
  });

  it('sets a Secure __Host- cookie behind an HTTPS proxy', async () => {
    const host = await openHost();
    const response = await host.signIn(host.key('agency'), {
      host: 'reports.example.com',
      'x-forwarded-proto': 'https',
    });
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-sightline-session=.+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('is refused behind a proxy that hides the page’s address, unless that is a loopback address', async () => {
    const host = await openHost();
    const hiddenAddressHeaders = {
      origin: 'https://reports.example.com',
      'sec-fetch-site': 'same-origin',
    };
    const response = await host.signIn(host.key('agency'), hiddenAddressHeaders);
    expect(response.status).toBe(421);
    expect(JSON.parse(response.text)).toMatchObject({
      type: 'urn:sightline:problem:silent-proxy',
      detail: expect.stringContaining('must pass on the Host header'),
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    for (const origin of [host.url, 'http://localhost:4180']) {
      const localResponse = await host.signIn(host.key('agency'), {
        ...hiddenAddressHeaders,
        origin,
      });
      expect(localResponse.status).toBe(201);
    }
  });

  it('refuses a key that is too long for a cookie, and counts it as refused', async () => {
    const remoteService = await openRemoteService(() => ({ status: 200, body: '{"data":[]}' }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const response = await host.signIn('\\'.repeat(2_048));
    expect(response.status).toBe(422);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(host.readLog()).toContain('"accepted":false,"status":422');
    const { text } = await host.call({ path: '/metrics' });
    expect(text).toContain('sightline_sign_ins_total{status="422"} 1');
    expect(text).not.toContain('sightline_sign_ins_total{status="200"}');
  });

  it('never shows the key in responses, cookies or the log', async () => {
    const host = await openHost();
    const key = host.key('agency');
    const response = await host.signIn(key);
    const { cookie, id } = sessionOf(response);
    const page = await host.call({ headers: { cookie } });
    const clients = await host.call({
      path: '/v1/clients',
      headers: { cookie, 'x-session': id },
    });
    await host.signIn(`${key}x`);
    const responseTexts = [response, page, clients].map(
      ({ headers, text }) => JSON.stringify(headers) + text,
    );
    expect([...responseTexts, host.readLog()].join()).not.toContain(key);
    expect(host.readLog()).toContain('sign-in');
  });

  it.each([
    ['a revoked key', 'revoked'],
    ['a key of a sample account that is not a sample key', 'realToSample'],
  ] as const)('refuses %s with 401', async (_, name) => {
    const host = await openHost();
    const response = await host.signIn(host.key(name));
    expect(response.status).toBe(401);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('marks the session of a sample key as showing sample data', async () => {
    const host = await openHost();
    const response = await host.signIn(host.key('sample'));
    expect(JSON.parse(response.text)).toMatchObject({ sample: true });
  });

  it.each([
    ['sent to a foreign host name', { host: 'evil.example' }],
    ['sent through a proxy that adds X-Forwarded-For', { 'x-forwarded-for': '127.0.0.1' }],
    ['sent through a proxy that adds Via', { via: '1.1 proxy' }],
  ])('refuses a sample key %s', async (_, headers) => {
    const host = await openHost();
    expect((await host.signIn(host.key('sample'), headers)).status).toBe(401);
  });

  it('refuses only sample keys if the host listens beyond loopback', async () => {
    const host = await openHost({ HOST: '0.0.0.0' });
    expect((await host.signIn(host.key('sample'))).status).toBe(401);
    expect((await host.signIn(host.key('agency'))).status).toBe(201);
  });

  it.each([
    ['plain text', { 'content-type': 'text/plain' }, '{"apiKey":"k"}', 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'apiKey=k', 415],
    ['invalid JSON', { 'content-type': 'application/json' }, '{', 422],
    ['no key', { 'content-type': 'application/json' }, '{}', 422],
    ['an empty key', { 'content-type': 'application/json' }, '{"apiKey":" "}', 422],
    [
      'a key with a line break',
      { 'content-type': 'application/json' },
      '{"apiKey":"a\\r\\nX: b"}',
      422,
    ],
    [
      'a body that is too large',
      { 'content-type': 'application/json' },
      `{"apiKey":"${'k'.repeat(9000)}"}`,
      413,
    ],
  ])('refuses %s', async (_, headers, body, status) => {
    const host = await openHost();
    const response = await host.call({ method: 'POST', path: '/session', headers, body });
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/problem+json');
  });

  it('checks the key with one request for the clients, then requests the capabilities', async () => {
    const remoteService = await openRemoteService(() => ({ status: 200, body: '{"data":[]}' }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    expect((await host.signIn('some-key')).status).toBe(201);
    expect(remoteService.receivedRequests).toMatchObject([
      { method: 'GET', url: '/v1/clients', headers: { authorization: 'Bearer some-key' } },
      { method: 'GET', url: '/sightline/v1', headers: { authorization: 'Bearer some-key' } },
    ]);
  });

  it.each([
    [200, 201, null],
    [204, 201, null],
    [401, 401, null],
    [404, 502, '7'],
    [429, 503, '7'],
    [500, 502, '7'],
    [503, 503, '7'],
  ])(
    'responds to a %i from the service with %i and Retry-After: %s',
    async (status, expected, retryAfter) => {
      const remoteService = await openRemoteService(() => ({
        status,
        headers: { 'retry-after': '7' },
      }));
      const host = await openHost({ SERVICE_URL: remoteService.url });
      const response = await host.signIn('some-key');
      expect(response.status).toBe(expected);
      expect(response.headers['retry-after'] ?? null).toBe(retryAfter);
      expect(response.headers['set-cookie'] === undefined).toBe(expected !== 201);
    },
  );

  it.each([
    ['accepts the key if that gives', 404, 201],
    ['accepts the key if that gives', 200, 201],
    ['refuses the key if that gives', 403, 401],
    ['refuses the key if that gives', 401, 401],
    ['asks to try again if that gives', 429, 503],
    ['asks to try again if that gives', 500, 502],
  ])(
    'after a 403 for the clients, requests the filters of a random site once, and %s %i',
    async (_, filtersStatus, expected) => {
      const remoteService = await openRemoteService(({ url }) => ({
        status: url.endsWith('/filters') ? filtersStatus : 403,
      }));
      const host = await openHost({ SERVICE_URL: remoteService.url });
      const response = await host.signIn('some-key');
      expect(response.status).toBe(expected);
      const urls = remoteService.receivedRequests.map(({ url }) => url);
      expect(urls.slice(0, 2)).toEqual([
        '/v1/clients',
        expect.stringMatching(/^\/v1\/sites\/[\da-f]{8}-[\da-f-]{27}\/filters$/),
      ]);
      expect(urls.slice(2)).toEqual(expected === 201 ? ['/sightline/v1'] : []);
    },
  );

  it('returns 502 when the service cannot be reached', async () => {
    // Nothing listens on port 10, which is assigned to nothing.
    const host = await openHost({ SERVICE_URL: 'http://127.0.0.1:10' });
    const response = await host.signIn('some-key');
    expect(response.status).toBe(502);
    expect(JSON.parse(response.text)).toMatchObject({
      type: 'urn:sightline:problem:upstream-unreachable',
    });
  });
});

describe('a session', () => {
  it('appears only in pages sent to its own browser', async () => {
    const host = await openHost();
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    expect((await host.call({ headers: { cookie } })).text).toContain(id);
    expect((await host.call()).text).toContain('"session":null');
  });

  it('ends after eight hours', async () => {
    let time = now;
    const host = await openHost({}, { clock: () => time });
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    const request = { path: '/v1/clients', headers: { cookie, 'x-session': id } };
    time += 8 * 3_600_000 - 1000;
    expect((await host.call(request)).status).toBe(200);
    time += 1000;
    expect((await host.call(request)).status).toBe(401);
    expect((await host.call({ headers: { cookie } })).text).toContain('"session":null');
  });

  it('is ended by DELETE, which removes the cookie', async () => {
    const host = await openHost();
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    const response = await host.call({
      method: 'DELETE',
      path: '/session',
      headers: { cookie, 'x-session': id },
    });
    expect(response.status).toBe(204);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^sightline-session-\d+=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it('is not ended by a tab with an earlier session', async () => {
    const host = await openHost();
    const earlierSession = sessionOf(await host.signIn(host.key('agency')));
    const currentSession = sessionOf(await host.signIn(host.key('other')));
    const response = await host.call({
      method: 'DELETE',
      path: '/session',
      headers: { cookie: currentSession.cookie, 'x-session': earlierSession.id },
    });
    expect(response.status).toBe(409);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('is invalid on a host with a different secret', async () => {
    const first = await openHost();
    const second = await openHost();
    const { cookie, id } = sessionOf(await first.signIn(first.key('agency')));
    const name = `sightline-session-${new URL(second.url).port}`;
    const response = await call(second.url, {
      path: '/v1/clients',
      headers: { cookie: cookie.replace(/^[^=]+/, name), 'x-session': id },
    });
    expect(response.status).toBe(401);
  });
});
