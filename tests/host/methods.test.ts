import { describe, expect, it } from 'vitest';
import { allowHeaderOf } from '../../src/contract/endpoint.ts';
import { everyEndpoint, pathTo } from '../../src/contract/every-endpoint.ts';
import { branches, measured, uuid } from '../service/small-world.ts';
import { methodsAt } from '../setup/endpoints.ts';
import { type HostResponse, openHost } from './harness.ts';

const { siteId, clientId, promptId, scanId } = branches.first.ids;
const recommendationId = measured.recommendations[0] ?? '';
const ids: Readonly<Record<string, string>> = {
  siteId,
  clientId: clientId ?? '',
  promptId,
  scanId,
  recommendationId,
  answerId: 'answer',
  shareId: uuid(1),
  feedId: uuid(2),
  token: 'sl_token',
  brandId: uuid(3),
  jobId: uuid(4),
  noteId: uuid(5),
};
const fillIds = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

/** Known paths, with the methods that they allow. */
const knownPaths: readonly [path: string, allowed: string][] = [
  ...[...new Set(Object.values(everyEndpoint).map(({ path }) => path))].map(
    (path): [string, string] => [fillIds(path), allowHeaderOf(methodsAt(path))],
  ),
  ['/session', 'POST, DELETE'],
  ['/sightline/v1/openapi.json', 'GET, HEAD'],
  ...[
    '/v1/openapi.json',
    '/healthz',
    '/metrics',
    '/',
    '/clients',
    '/clients/a/sites/b/timeline',
    '/no/such/page',
    '/index.html',
    '/robots.txt',
    '/assets/app-a1b2c3.js',
  ].map((path): [string, string] => [path, 'GET, HEAD']),
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

describe('a method that a path does not allow', () => {
  it.each(knownPaths)('gives 405 at %s, with %s in Allow', async (path, allowed) => {
    const host = await openHost();
    const headers = { authorization: `Bearer ${host.key('agency')}` };
    const refusedMethods = methods.filter((method) => !allowed.split(', ').includes(method));
    for (const method of refusedMethods) {
      for (const requestHeaders of [headers, { accept: 'text/html' }, {}]) {
        const response = await host.call({ method, path, headers: requestHeaders });
        expect(response.status, method).toBe(405);
        expect(response.headers, method).toMatchObject({
          allow: allowed,
          'content-type': 'application/problem+json',
          'cache-control': 'no-store',
        });
      }
    }
  });
});

it.each([
  '/v1',
  '/v1/nothing',
  '/assets/missing.js',
  '/sightline',
  '/sightline/',
  '/sightline/v1/',
  '/sightline/v1/nothing',
  '/sightline/v2',
  '/sightline/clients',
])('every method gives 404 at the unknown path %s', async (path) => {
  const host = await openHost();
  for (const method of methods) {
    expect((await host.call({ method, path })).status, method).toBe(404);
  }
});

describe('HEAD', () => {
  /** The status and headers of a response, without the date, which differs between two responses. */
  const withoutDate = ({ status, headers }: HostResponse) => {
    const { date: _, ...otherHeaders } = headers;
    return { status, headers: otherHeaders };
  };
  const timeline = pathTo('timeline', { siteId: measured.siteId });
  const readablePaths = knownPaths
    .filter(([, allowed]) => allowed === 'GET, HEAD')
    .map(([path]) => path);

  it.each([
    ...readablePaths.filter((path) => path !== '/metrics'),
    timeline,
    `${timeline}?metric=none`,
    '/v1/clients?cursor=x',
    '/v1/nothing',
    '/assets/missing.js',
  ])('at %s returns the status and headers of GET, and no body', async (path) => {
    const host = await openHost();
    for (const key of ['agency', 'revoked'] as const) {
      const headers = { authorization: `Bearer ${host.key(key)}`, 'accept-encoding': 'gzip' };
      const [get, head] = [
        await host.call({ path, headers }),
        await host.call({ method: 'HEAD', path, headers }),
      ];
      expect(withoutDate(head)).toEqual(withoutDate(get));
      expect(head.headers['content-length']).toBeDefined();
      expect(get.bytes).toHaveLength(Number(head.headers['content-length']));
      expect(head.bytes).toHaveLength(0);
    }
  });

  it('is counted as HEAD', async () => {
    const host = await openHost();
    await host.call({ method: 'HEAD', path: '/healthz' });
    expect((await host.call({ method: 'HEAD', path: '/metrics' })).status).toBe(200);
    const { text } = await host.call({ path: '/metrics' });
    expect(text).toContain(
      'sightline_requests_total{route="/healthz",method="HEAD",status="200"} 1',
    );
  });

  it('is counted under the route template', async () => {
    const host = await openHost();
    await host.call({ method: 'HEAD', path: timeline });
    const { text } = await host.call({ path: '/metrics' });
    expect(text).toContain(
      '{route="/v1/sites/{siteId}/reports/timeline",method="HEAD",status="401"} 1',
    );
  });

  it('cannot bypass the check for cross-site requests', async () => {
    const host = await openHost();
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const response = await host.call({ method: 'HEAD', path: '/v1/clients', headers });
    expect(response.status).toBe(403);
  });
});
