import { describe, expect, it } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { createHost } from '../../src/host/app.ts';
import { readConfig } from '../../src/host/config.ts';
import { contentSecurityPolicy } from '../../src/host/headers.ts';
import { createMetrics } from '../../src/host/metrics.ts';
import { openBuiltPage } from '../../src/host/page.ts';
import { loadSecrets } from '../../src/host/secrets.ts';
import {
  type Answer,
  builtFolder,
  openEcho,
  openHost,
  sessionOf,
  temporaryFolder,
} from './harness.ts';

const guesses = (count: number) => Array.from({ length: count }, (_, n) => `sl_guess${n}`);
const withStatus = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);

/** Signs in at a host without sockets, so that the caller's address can be any. Gives the status. */
async function signInFrom(isRight: (key: string) => boolean) {
  const config = readConfig({ DATA_DIR: await temporaryFolder() });
  const host = createHost({
    config,
    secrets: await loadSecrets(config),
    service: {
      fetch: ({ headers }) => {
        const key = headers.get('Authorization')?.replace('Bearer ', '') ?? '';
        return new Response(null, { status: isRight(key) ? 200 : 401 });
      },
    },
    page: await openBuiltPage(await builtFolder(), contentSecurityPolicy),
    clock: Date.now,
    ready: async () => {},
    onSignIn: () => {},
    onError: (error) => {
      throw error;
    },
    metrics: createMetrics(),
  });
  return async (remoteAddress: string, apiKey: string, more: Record<string, string> = {}) => {
    const headers = { 'Content-Type': 'application/json', Host: '127.0.0.1', ...more };
    const init = { method: 'POST', headers, body: JSON.stringify({ apiKey }) };
    return (await host.request('/session', init, { incoming: { socket: { remoteAddress } } }))
      .status;
  };
}

describe('guessing keys', () => {
  it('lets ten of thirty sign-ins side by side through and says when to try again', async () => {
    const host = await openHost();
    const answers = await Promise.all(guesses(30).map((key) => host.signIn(key)));
    const limited = withStatus(answers, 429);
    expect([withStatus(answers, 401).length, limited.length]).toEqual([10, 20]);
    expect(limited[0]?.headers['content-type']).toBe('application/problem+json');
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(limited[0]?.text ?? '').type).toBe(problemTypes.tooManyRequests);
  });

  it('lets ten through in all, whether they sign in or call the interface', async () => {
    const echo = await openEcho(() => ({ status: 401 }));
    const host = await openHost({ SERVICE_URL: echo.url });
    const answers = await Promise.all(
      guesses(60).map((key, n) =>
        n % 2 === 0
          ? host.signIn(key)
          : host.call({ path: '/v1/clients', headers: { authorization: `Bearer ${key}` } }),
      ),
    );
    expect([withStatus(answers, 401).length, withStatus(answers, 429).length]).toEqual([10, 50]);
    expect(echo.seen).toHaveLength(10);
    const key = 'sl_one-more';
    const late = await host.call({
      path: '/v1/clients',
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': '192.0.2.9' },
    });
    expect(late.status).toBe(429);
    expect(late.headers['cache-control']).toBe('no-store');
    expect(late.text + host.logged()).not.toContain(key);
  });

  it('keeps neither sessions nor keys that were accepted waiting', async () => {
    const host = await openHost();
    const key = host.key('agency');
    const { cookie, id } = sessionOf(await host.signIn(key));
    for (const guess of guesses(20)) await host.signIn(guess);
    const clients = async (headers: Record<string, string>) =>
      (await host.call({ path: '/v1/clients', headers })).status;
    expect(await clients({ cookie, 'x-session': id })).toBe(200);
    expect(await clients({ authorization: `Bearer ${key}` })).toBe(200);
    expect((await host.signIn(key)).status).toBe(201);
    expect((await host.signIn(host.key('other'))).status).toBe(429);
  });

  it('from one address keeps no other address waiting, and no header makes an address', async () => {
    const signIn = await signInFrom((key) => key === 'right');
    for (const guess of guesses(20)) await signIn('192.0.2.1', guess);
    expect(await signIn('192.0.2.1', 'right', { 'X-Forwarded-For': '192.0.2.2' })).toBe(429);
    expect(await signIn('192.0.2.2', 'right')).toBe(201);
  });

  it('never slows a hundred calls side by side with a right key', async () => {
    const host = await openHost();
    const headers = { authorization: `Bearer ${host.key('agency')}` };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => host.call({ path: '/v1/clients', headers })),
    );
    expect(withStatus(answers, 200)).toHaveLength(100);
  });
});
