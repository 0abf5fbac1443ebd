import { describe, expect, it } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { loadSecrets } from '../../src/host/access/secrets.ts';
import { createHost } from '../../src/host/app.ts';
import { readConfig } from '../../src/host/config.ts';
import { contentSecurityPolicy } from '../../src/host/http/headers.ts';
import { createMetrics } from '../../src/host/monitoring/metrics.ts';
import { openBuiltPage } from '../../src/host/page/page.ts';
import {
  createTemporaryFolder,
  type HostResponse,
  openHost,
  openRemoteService,
  sessionOf,
  writeBuiltDashboard,
} from './harness.ts';

const createGuesses = (count: number) => Array.from({ length: count }, (_, n) => `sl_guess${n}`);
const filterByStatus = (responses: readonly HostResponse[], status: number) =>
  responses.filter((response) => response.status === status);
const headersOf = (key: string) => ({ authorization: `Bearer ${key}` });

/** Opens a host with a remote service that accepts only keys that begin with `right`. */
async function openRelay() {
  const remoteService = await openRemoteService(({ headers }) => {
    const isRight = headers.authorization?.startsWith('Bearer right') ?? false;
    return { status: isRight ? 200 : 401, body: '{"data":[],"nextCursor":null}' };
  });
  return { remoteService, host: await openHost({ SERVICE_URL: remoteService.url }) };
}

/** Creates a function that signs in at a host from any address, without sockets, and returns the status. */
async function createSignIn(isRight: (key: string) => boolean, trustedProxies?: string) {
  const config = readConfig({
    DATA_DIR: await createTemporaryFolder(),
    SERVICE_URL: 'https://service.example',
    TRUSTED_PROXIES: trustedProxies,
  });
  const host = createHost({
    config,
    secrets: await loadSecrets(config),
    service: {
      fetch: ({ headers }) => {
        const key = headers.get('Authorization')?.replace('Bearer ', '') ?? '';
        return new Response(null, { status: isRight(key) ? 200 : 401 });
      },
    },
    page: await openBuiltPage(await writeBuiltDashboard(), contentSecurityPolicy),
    clock: Date.now,
    ready: async () => {},
    onSignIn: () => {},
    onError: (error) => {
      throw error;
    },
    metrics: createMetrics(),
  });
  return async (remoteAddress: string, apiKey: string, forwardedFor?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      Host: '127.0.0.1',
      ...(forwardedFor !== undefined && { 'X-Forwarded-For': forwardedFor }),
    };
    const init = { method: 'POST', headers, body: JSON.stringify({ apiKey }) };
    return (await host.request('/session', init, { incoming: { socket: { remoteAddress } } }))
      .status;
  };
}

describe('guessing keys of the built-in service', () => {
  it('is refused each time, and does not limit a valid key', async () => {
    const host = await openHost();
    const rejectedResponses = await Promise.all(
      createGuesses(400).map((key, n) =>
        n % 2 === 0
          ? host.signIn(key)
          : host.call({ path: '/v1/clients', headers: headersOf(key) }),
      ),
    );
    expect(filterByStatus(rejectedResponses, 401)).toHaveLength(400);
    expect((await host.signIn(host.key('agency'))).status).toBe(201);
    const headers = headersOf(host.key('other'));
    expect((await host.call({ path: '/v1/clients', headers })).status).toBe(200);
  });

  it('leaves no keys in the log, and not a line for each sign-in', async () => {
    const host = await openHost();
    await Promise.all(createGuesses(400).map((key) => host.signIn(key)));
    expect(host.readLog()).not.toContain('sl_guess');
    const lines = host
      .readLog()
      .split('\n')
      .filter((line) => line.includes('sign-in'));
    expect(lines.length).toBeGreaterThan(0);
    // The first, and two for each ten seconds that a slow machine takes.
    expect(lines.length).toBeLessThan(40);
  });
});

describe('guessing keys of a remote service', () => {
  it('gets ten of thirty concurrent sign-ins through; the others get 429 with Retry-After', async () => {
    const { host } = await openRelay();
    const responses = await Promise.all(createGuesses(30).map((key) => host.signIn(key)));
    const limitedResponses = filterByStatus(responses, 429);
    expect([filterByStatus(responses, 401).length, limitedResponses.length]).toEqual([10, 20]);
    expect(limitedResponses[0]?.headers['content-type']).toBe('application/problem+json');
    expect(Number(limitedResponses[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(limitedResponses[0]?.text ?? '').type).toBe(problemTypes.tooManyRequests);
  });

  it('gets ten guesses through, whether they sign in or call the API', async () => {
    const { remoteService, host } = await openRelay();
    const responses = await Promise.all(
      createGuesses(60).map((key, n) =>
        n % 2 === 0
          ? host.signIn(key)
          : host.call({ path: '/v1/clients', headers: headersOf(key) }),
      ),
    );
    expect([filterByStatus(responses, 401).length, filterByStatus(responses, 429).length]).toEqual([
      10, 50,
    ]);
    expect(remoteService.receivedRequests).toHaveLength(10);
    const key = 'sl_one-more';
    const lateResponse = await host.call({
      path: '/v1/clients',
      headers: { ...headersOf(key), 'x-forwarded-for': '192.0.2.9' },
    });
    expect(lateResponse.status).toBe(429);
    expect(lateResponse.headers['cache-control']).toBe('no-store');
    expect(lateResponse.text + host.readLog()).not.toContain(key);
  });

  it('counts keys that the service refuses with 403', async () => {
    const remoteService = await openRemoteService(() => ({ status: 403 }));
    const host = await openHost({ SERVICE_URL: remoteService.url });
    const responses = await Promise.all(createGuesses(20).map((key) => host.signIn(key)));
    expect(filterByStatus(responses, 401)).toHaveLength(10);
    expect(filterByStatus(responses, 429)).toHaveLength(10);
  });

  it('limits neither sessions nor keys that were accepted before', async () => {
    const { host } = await openRelay();
    const { cookie, id } = sessionOf(await host.signIn('right'));
    for (const guess of createGuesses(20)) await host.signIn(guess);
    const requestClients = async (headers: Record<string, string>) =>
      (await host.call({ path: '/v1/clients', headers })).status;
    expect(await requestClients({ cookie, 'x-session': id })).toBe(200);
    expect(await requestClients(headersOf('right'))).toBe(200);
    expect((await host.signIn('right')).status).toBe(201);
    expect((await host.signIn('right-and-new')).status).toBe(429);
  });

  it('is not confused with a hundred concurrent calls with a valid key', async () => {
    const { host } = await openRelay();
    const responses = await Promise.all(
      Array.from({ length: 100 }, () =>
        host.call({ path: '/v1/clients', headers: headersOf('right') }),
      ),
    );
    expect(filterByStatus(responses, 200)).toHaveLength(100);
  });

  it('from one address does not limit other addresses, and X-Forwarded-For does not change the address', async () => {
    const signIn = await createSignIn((key) => key === 'right');
    for (const guess of createGuesses(20)) await signIn('192.0.2.1', guess);
    expect(await signIn('192.0.2.1', 'right', '192.0.2.2')).toBe(429);
    expect(await signIn('192.0.2.2', 'right')).toBe(201);
  });

  it('from a thousand addresses does not limit another address', async () => {
    const signIn = await createSignIn((key) => key === 'right');
    for (const [n, guess] of createGuesses(2_000).entries()) {
      await signIn(`192.0.${n % 8}.${n % 250}`, guess);
    }
    expect(await signIn('198.51.100.1', 'right')).toBe(201);
  });

  it('through a trusted proxy counts against the client that the proxy names', async () => {
    const signIn = await createSignIn((key) => key.startsWith('right'), '10.0.0.0/8');
    for (const guess of createGuesses(20)) await signIn('10.0.0.1', guess, '192.0.2.1');
    expect(await signIn('10.0.0.1', 'right', '192.0.2.2')).toBe(201);
    expect(await signIn('10.0.0.2', 'right-again', '192.0.2.1, 10.0.0.1')).toBe(429);
    expect(await signIn('192.0.2.1', 'right-again')).toBe(429);
  });

  it('through a trusted proxy gains nothing from a forged header', async () => {
    const signIn = await createSignIn(() => false, '10.0.0.1');
    const statuses = new Map<number, number>();
    for (const [n, guess] of createGuesses(50).entries()) {
      const status = await signIn('10.0.0.1', guess, `198.51.100.${n}, 192.0.2.1`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 401: 10, 429: 40 });
  });
});
