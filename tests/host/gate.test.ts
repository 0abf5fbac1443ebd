import { describe, expect, it } from 'vitest';
import { endpoints, pathTo } from '../../src/contract/endpoints.ts';
import { branches, measured, unknownId } from '../service/small-world.ts';
import { openEcho, openHost, sessionOf } from './harness.ts';

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
  it('is 401 without a key or session', async () => {
    const host = await openHost();
    const answer = await host.call({ path: '/v1/clients' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(typeOf(answer.text)).toBe('urn:sightline:problem:unauthenticated');
  });

  it('takes a bearer token in place of a session, from anywhere', async () => {
    const host = await openHost();
    const answer = await host.call({
      path: '/v1/clients',
      headers: {
        authorization: `Bearer ${host.key('agency')}`,
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      },
    });
    expect(answer.status).toBe(200);
  });

  it('goes by the bearer token where there is a session too', async () => {
    const host = await openHost();
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    const answer = await host.call({
      path: '/v1/clients',
      headers: { cookie, 'x-session': id, authorization: `Bearer ${host.key('revoked')}` },
    });
    expect(answer.status).toBe(401);
  });

  it.each(['timeline', 'filters', 'clientSites', 'prompt', 'scan'] as const)(
    'answers %s of another tenant and of nobody as 404, the same through the socket however often',
    async (name) => {
      const host = await openHost();
      const headers = { authorization: `Bearer ${host.key('agency')}` };
      const { siteId, clientId, promptId, scanId } = branches.other.ids;
      const theirs = { siteId, clientId: clientId ?? '', promptId, scanId };
      const nobodys = {
        ...{ siteId: unknownId, clientId: unknownId },
        ...{ promptId: unknownId, scanId: unknownId },
      };
      const paths = [theirs, theirs, nobodys].map((ids) => pathTo(name, ids));
      const answers = await Promise.all(paths.map((path) => host.call({ path, headers })));
      for (const { status, headers: got, text } of answers) {
        expect([status, got['content-type']]).toEqual([404, 'application/problem+json']);
        expect(text).toBe(answers[0]?.text);
        expect(typeOf(text)).toMatch(/^urn:sightline:problem:(site|client)-not-found$/);
      }
    },
  );

  it('shows a session what its key may see', async () => {
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

  it('adds a note by the session', async () => {
    const host = await openHost();
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    const headers = { cookie, 'x-session': id, 'content-type': 'application/json' };
    const answer = await host.call({ ...note, headers });
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.text)).toMatchObject({ data: [{ body: 'Seen.' }] });
  });

  it.each([['another session'], ['']])('answers 409 to X-Session "%s"', async (named) => {
    const host = await openHost();
    const { cookie } = sessionOf(await host.signIn(host.key('agency')));
    const headers = { cookie, ...(named === '' ? {} : { 'x-session': named }) };
    const answer = await host.call({ path: '/v1/clients', headers });
    expect(answer.status).toBe(409);
    expect(typeOf(answer.text)).toBe('urn:sightline:problem:session-mismatch');
  });

  it('answers 409 to a tab of the session before a key change', async () => {
    const host = await openHost();
    const before = sessionOf(await host.signIn(host.key('agency')));
    const after = sessionOf(await host.signIn(host.key('other')));
    const answer = await host.call({
      path: '/v1/clients',
      headers: { cookie: after.cookie, 'x-session': before.id },
    });
    expect(answer.status).toBe(409);
  });

  it('passes the seven templates and nothing else', async () => {
    const echo = await openEcho(() => ({ status: 200, body: '{}' }));
    const host = await openHost({ SERVICE_URL: echo.url });
    const headers = { authorization: 'Bearer k' };
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'];
    const paths = Object.values(endpoints).map(({ path }) => path.replace(/\{\w+\}/g, 'some-id'));
    for (const method of methods) {
      for (const path of [...paths, '/v1', '/v1/', '/v1/openapi.json', '/v1/clients/a']) {
        await host.call({ method, path, headers });
      }
    }
    // What is asked for by HEAD is read by GET, so that its headers are the same.
    const passed = Object.values(endpoints).flatMap(({ method, path }) =>
      Array(method === 'GET' ? 2 : 1).fill(`${method} ${path.replace(/\{\w+\}/g, 'some-id')}`),
    );
    expect(echo.seen.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(passed.sort());
  });
});

describe('a cross-site request', () => {
  const origins = [
    { fetchSite: null, origin: 'own', passes: true },
    { fetchSite: null, origin: 'https://evil.example', passes: false },
    { fetchSite: null, origin: 'null', passes: false },
    { fetchSite: 'same-origin', origin: 'own', passes: true },
    { fetchSite: 'same-site', origin: 'own', passes: false },
    { fetchSite: 'cross-site', origin: 'https://evil.example', passes: false },
    { fetchSite: 'none', origin: null, passes: false },
  ] as const;
  const mediaTypes = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];
  const calls = [
    { method: 'GET', path: '/v1/clients', body: '' },
    note,
    { method: 'POST', path: '/session', body: '{"apiKey":"k"}' },
    { method: 'DELETE', path: '/session', body: '' },
  ];
  const matrix = origins.flatMap((from) =>
    mediaTypes.flatMap((mediaType) => calls.map((asked) => ({ ...from, mediaType, ...asked }))),
  );

  it.each(matrix)(
    '$method $path as $mediaType from $origin ($fetchSite) passes: $passes',
    async ({ fetchSite, origin, passes, mediaType, ...asked }) => {
      const host = await openHost();
      const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
      const headers: Record<string, string> = {
        cookie,
        'x-session': id,
        'content-type': mediaType,
        'content-length': String(asked.body.length),
      };
      if (fetchSite !== null) headers['sec-fetch-site'] = fetchSite;
      if (origin !== null) headers['origin'] = origin === 'own' ? host.url : origin;
      const answer = await host.call({ ...asked, headers });
      if (passes) {
        expect(answer.status).not.toBe(403);
      } else {
        expect(answer.status).toBe(403);
        expect(typeOf(answer.text)).toBe('urn:sightline:problem:cross-site');
      }
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});
