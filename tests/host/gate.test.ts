import { describe, expect, it } from 'vitest';
import { endpointsBelow, pathTo } from '../../src/contract/every-endpoint.ts';
import { branches, measured, unknownId } from '../service/small-world.ts';
import { openHost, openRemoteService, sessionOf } from './harness.ts';

const typeOf = (text: string): string => JSON.parse(text).type;
const note = {
  method: 'POST',
  path: pathTo('notes', {
    siteId: measured.siteId,
    recommendationId: measured.recommendations[0] ?? '',
  }),
  body: '{"body":"Seen."}',
};

describe('/v1', () => {
  it('returns 401 without a key or session', async () => {
    const host = await openHost();
    const response = await host.call({ path: '/v1/clients' });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(typeOf(response.text)).toBe('urn:sightline:problem:unauthenticated');
  });

  it('accepts a bearer token instead of a session, from any origin', async () => {
    const host = await openHost();
    const response = await host.call({
      path: '/v1/clients',
      headers: {
        authorization: `Bearer ${host.key('agency')}`,
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      },
    });
    expect(response.status).toBe(200);
  });

  it('prefers the bearer token to a session', async () => {
    const host = await openHost();
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    const response = await host.call({
      path: '/v1/clients',
      headers: { cookie, 'x-session': id, authorization: `Bearer ${host.key('revoked')}` },
    });
    expect(response.status).toBe(401);
  });

  it.each(['timeline', 'filters', 'clientSites', 'prompt', 'scan'] as const)(
    'returns the same 404 for %s with the IDs of another tenant as with unknown IDs',
    async (name) => {
      const host = await openHost();
      const headers = { authorization: `Bearer ${host.key('agency')}` };
      const { siteId, clientId, promptId, scanId } = branches.other.ids;
      const foreignIds = { siteId, clientId: clientId ?? '', promptId, scanId };
      const unknownIds = {
        siteId: unknownId,
        clientId: unknownId,
        promptId: unknownId,
        scanId: unknownId,
      };
      const paths = [foreignIds, foreignIds, unknownIds].map((ids) => pathTo(name, ids));
      const responses = await Promise.all(paths.map((path) => host.call({ path, headers })));
      for (const { status, headers: received, text } of responses) {
        expect([status, received['content-type']]).toEqual([404, 'application/problem+json']);
        expect(text).toBe(responses[0]?.text);
        expect(typeOf(text)).toMatch(/^urn:sightline:problem:(site|client)-not-found$/);
      }
    },
  );

  it('returns the same response to a session as to its key', async () => {
    const host = await openHost();
    for (const name of ['agency', 'client', 'other'] as const) {
      const { cookie, id } = sessionOf(await host.signIn(host.key(name)));
      const bySession = await host.call({
        path: '/v1/clients',
        headers: { cookie, 'x-session': id },
      });
      const byKey = await host.call({
        path: '/v1/clients',
        headers: { authorization: `Bearer ${host.key(name)}` },
      });
      expect(bySession.status).toBe(200);
      expect(bySession.text).toBe(byKey.text);
    }
  });

  it('adds a note with a session', async () => {
    const host = await openHost();
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    const headers = { cookie, 'x-session': id, 'content-type': 'application/json' };
    const response = await host.call({ ...note, headers });
    expect(response.status).toBe(201);
    expect(JSON.parse(response.text)).toMatchObject({ data: [{ body: 'Seen.' }] });
  });

  it('changes a set-up with a session', async () => {
    const host = await openHost();
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    const headers = { cookie, 'x-session': id, 'content-type': 'application/json' };
    const path = pathTo('setup', { siteId: measured.siteId });
    const setup = JSON.parse((await host.call({ path, headers })).text);
    const body = JSON.stringify({ ...setup, name: 'Renamed' });
    const saved = await host.call({ method: 'PUT', path, headers, body });
    expect([saved.status, JSON.parse(saved.text).name]).toEqual([200, 'Renamed']);
    const site = pathTo('changeSite', { siteId: measured.siteId });
    const change = { method: 'PATCH', path: site, headers, body: '{"name":"Shop"}' };
    expect(JSON.parse((await host.call(change)).text)).toMatchObject({ name: 'Shop' });
  });

  it('accepts a body of 2 MiB that changes a set-up, but none over 4 MiB', async () => {
    const host = await openHost();
    const headers = {
      authorization: `Bearer ${host.key('agency')}`,
      'content-type': 'application/json',
    };
    const path = pathTo('saveSetup', { siteId: measured.siteId });
    const send = (mebibytes: number) => {
      const body = JSON.stringify({ text: 'a'.repeat(mebibytes * 1024 * 1024) });
      return host.call({ method: 'PUT', path, headers, body });
    };
    expect((await send(2)).status).toBe(422);
    const refused = await send(4);
    expect(refused.status).toBe(413);
    expect(refused.text).toContain('at most 4194304 bytes');
  });

  it.each([
    ['names another session', 'another session'],
    ['is missing', null],
  ])('returns 409 if X-Session %s', async (_, session) => {
    const host = await openHost();
    const { cookie } = sessionOf(await host.signIn(host.key('agency')));
    const headers = { cookie, ...(session === null ? {} : { 'x-session': session }) };
    const response = await host.call({ path: '/v1/clients', headers });
    expect(response.status).toBe(409);
    expect(typeOf(response.text)).toBe('urn:sightline:problem:session-mismatch');
  });

  it('returns 409 to a tab with the session of a previous key', async () => {
    const host = await openHost();
    const before = sessionOf(await host.signIn(host.key('agency')));
    const after = sessionOf(await host.signIn(host.key('other')));
    const response = await host.call({
      path: '/v1/clients',
      headers: { cookie: after.cookie, 'x-session': before.id },
    });
    expect(response.status).toBe(409);
  });

  it('forwards requests with the method and path of an endpoint, and no others', async () => {
    const remoteService = await openRemoteService(() => ({ status: 200, body: '{}' }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const headers = { authorization: 'Bearer k' };
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'];
    const v1Endpoints = endpointsBelow('/v1/').map(([, endpoint]) => endpoint);
    const paths = v1Endpoints.map(({ path }) => path.replace(/\{\w+\}/g, 'some-id'));
    for (const method of methods) {
      for (const path of [...paths, '/v1', '/v1/', '/v1/openapi.json', '/v1/clients/a']) {
        await host.call({ method, path, headers });
      }
    }
    // HEAD is forwarded as GET, so that it returns the same headers.
    const forwardedRequests = v1Endpoints.flatMap(({ method, path }) =>
      Array(method === 'GET' ? 2 : 1).fill(`${method} ${path.replace(/\{\w+\}/g, 'some-id')}`),
    );
    expect(
      remoteService.receivedRequests.map(({ method, url }) => `${method} ${url}`).sort(),
    ).toEqual(forwardedRequests.sort());
  });
});

describe('with a session cookie,', () => {
  const origins = [
    { fetchSite: null, origin: 'this host', isAllowed: true },
    { fetchSite: null, origin: 'https://evil.example', isAllowed: false },
    { fetchSite: null, origin: 'null', isAllowed: false },
    { fetchSite: 'same-origin', origin: 'this host', isAllowed: true },
    { fetchSite: 'same-site', origin: 'this host', isAllowed: false },
    { fetchSite: 'cross-site', origin: 'https://evil.example', isAllowed: false },
    { fetchSite: 'none', origin: null, isAllowed: false },
  ] as const;
  const mediaTypes = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];
  const calls = [
    { method: 'GET', path: '/v1/clients', body: '' },
    note,
    { method: 'POST', path: '/session', body: '{"apiKey":"k"}' },
    { method: 'DELETE', path: '/session', body: '' },
  ];
  const matrix = origins.flatMap((from) =>
    mediaTypes.flatMap((mediaType) =>
      calls.map((request) => ({
        ...from,
        outcome: from.isAllowed ? 'passes' : 'fails',
        mediaType,
        ...request,
      })),
    ),
  );

  it.each(matrix)(
    '$method $path as $mediaType from $origin (Sec-Fetch-Site: $fetchSite) $outcome the cross-site check',
    async ({ fetchSite, origin, isAllowed, mediaType, ...request }) => {
      const host = await openHost();
      const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
      const headers: Record<string, string> = {
        cookie,
        'x-session': id,
        'content-type': mediaType,
        'content-length': String(request.body.length),
      };
      if (fetchSite !== null) headers['sec-fetch-site'] = fetchSite;
      if (origin !== null) headers['origin'] = origin === 'this host' ? host.url : origin;
      const response = await host.call({ ...request, headers });
      if (isAllowed) {
        expect(response.status).not.toBe(403);
      } else {
        expect(response.status).toBe(403);
        expect(typeOf(response.text)).toBe('urn:sightline:problem:cross-site');
      }
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});
