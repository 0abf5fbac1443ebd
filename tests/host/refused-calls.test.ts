import { describe, expect, it } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { openHost, openRemoteService, type ReceivedRequest, sessionOf } from './harness.ts';

const filtersPath = '/v1/sites/a1/filters';

interface Answers {
  /** The status of the list of clients, with which the host checks a key. */
  clients: () => number;
  /** The status of any other filters than those at `filtersPath`. */
  otherFilters?: number;
}

/** Signs in at a host whose remote service then refuses every other call with 401. */
async function openSession({ clients, otherFilters = 404 }: Answers) {
  const statusOf = ({ url }: ReceivedRequest): number => {
    if (url === '/v1/clients') return clients();
    return url !== filtersPath && url.endsWith('/filters') ? otherFilters : 401;
  };
  const remoteService = await openRemoteService((received) => ({
    status: statusOf(received),
    headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer' },
    body: '{"data":[]}',
  }));
  const host = await openHost({ SERVICE_URL: remoteService.url });
  const { cookie, id } = sessionOf(await host.signIn('some-key'));
  const { receivedRequests } = remoteService;
  receivedRequests.length = 0;
  return {
    host,
    readUrls: () => receivedRequests.map(({ url }) => url),
    readFilters: () =>
      host.call({ path: filtersPath, headers: { cookie, 'x-session': id, 'x-other': 'o' } }),
  };
}

/** Statuses in turn; the last one is repeated. */
const inTurn = (...statuses: number[]) => {
  let next = 0;
  return () => statuses[Math.min(next++, statuses.length - 1)] ?? 0;
};

describe('a call of a session that a remote service refuses with 401', () => {
  it('gives 403 while the service still accepts the key', async () => {
    const { readFilters, readUrls } = await openSession({ clients: () => 200 });
    const response = await readFilters();
    expect(response.status).toBe(403);
    expect(response.headers['www-authenticate']).toBeUndefined();
    expect(JSON.parse(response.text).type).toBe(problemTypes.callRefused);
    expect(readUrls()).toEqual([filtersPath, '/v1/clients']);
  });

  it('gives 401 if the service no longer accepts the key', async () => {
    const { readFilters, readUrls } = await openSession({ clients: inTurn(200, 401) });
    const response = await readFilters();
    expect(response.status).toBe(401);
    expect(response.text).toBe('{"data":[]}');
    expect(readUrls()).toEqual([filtersPath, '/v1/clients']);
  });

  it('gives 403 if the key may not list clients but is valid', async () => {
    const { readFilters, readUrls } = await openSession({ clients: () => 403 });
    expect((await readFilters()).status).toBe(403);
    expect(readUrls()).toHaveLength(3);
  });

  it('gives 401 if the key may not even read filters any more', async () => {
    const { readFilters } = await openSession({ clients: inTurn(200, 403), otherFilters: 403 });
    expect((await readFilters()).status).toBe(401);
  });

  it.each([429, 500, 503])(
    'gives 503 if the service responds with %i when the key is checked',
    async (status) => {
      const { readFilters } = await openSession({ clients: inTurn(200, status) });
      const response = await readFilters();
      expect(response.status).toBe(503);
      expect(JSON.parse(response.text).type).toBe(problemTypes.unavailable);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    },
  );

  it('is passed on without a check if the call brings its own key', async () => {
    const { host, readUrls } = await openSession({ clients: () => 200 });
    const headers = { authorization: 'Bearer some-key' };
    expect((await host.call({ path: filtersPath, headers })).status).toBe(401);
    expect(readUrls()).toEqual([filtersPath]);
  });
});
