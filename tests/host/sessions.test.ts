import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeKey } from '../../src/service/access/keys.ts';
import { now } from '../service/small-world.ts';
import {
  call,
  createTemporaryFolder,
  openHost,
  openRemoteService,
  sessionOf,
  type TestHost,
} from './harness.ts';

const createSecret = () => randomBytes(32).toString('base64');

/**
 * Requests the clients with a session of any host, and returns the status. Renames the cookie, because its name
 * contains the port.
 */
const readStatus = async (host: TestHost, { cookie, id }: { cookie: string; id: string }) => {
  const name = `sightline-session-${new URL(host.url).port}`;
  const response = await call(host.url, {
    path: '/v1/clients',
    headers: { cookie: cookie.replace(/^[^=]+/, name), 'x-session': id },
  });
  return response.status;
};

/** Opens a remote service that accepts every key. */
const openService = () => openRemoteService(() => ({ status: 200, body: '{"data":[]}' }));

describe('a session secret', () => {
  it('keeps existing sessions valid while it is listed second, but seals no new ones', async () => {
    const [old, next] = [createSecret(), createSecret()];
    const { url: SERVICE_URL } = await openService();
    const hostBefore = await openHost({ SERVICE_URL, SESSION_SECRET: old });
    const hostDuring = await openHost({ SERVICE_URL, SESSION_SECRET: `${next},${old}` });
    const hostAfter = await openHost({ SERVICE_URL, SESSION_SECRET: next });
    const session = sessionOf(await hostBefore.signIn('some-key'));
    expect(await readStatus(hostDuring, session)).toBe(200);
    expect(await readStatus(hostAfter, session)).toBe(401);

    const renewedSession = sessionOf(await hostDuring.signIn('some-key'));
    expect(await readStatus(hostAfter, renewedSession)).toBe(200);
    expect(
      await readStatus(hostBefore, renewedSession),
      'the second secret must not seal sessions',
    ).toBe(401);
  });

  it('is stored in the data folder and reused, unless one is configured', async () => {
    const DATA_DIR = await createTemporaryFolder();
    const { url: SERVICE_URL } = await openService();
    const first = await openHost({ DATA_DIR, SERVICE_URL });
    const session = sessionOf(await first.signIn('some-key'));
    await first.close();
    const restartedHost = await openHost({ DATA_DIR, SERVICE_URL });
    expect(await readStatus(restartedHost, session)).toBe(200);
    const configuredHost = await openHost({
      DATA_DIR,
      SERVICE_URL,
      SESSION_SECRET: createSecret(),
    });
    expect(await readStatus(configuredHost, session)).toBe(401);
  });
});

describe('a session', () => {
  it('ends when its key expires, after which the key gets the same responses as an unknown one', async () => {
    const time = { now: now - 1 };
    const host = await openHost({}, { clock: () => time.now });
    const signedIn = await host.signIn(host.key('expired'));
    expect(signedIn.status).toBe(201);
    const session = sessionOf(signedIn);
    expect(await readStatus(host, session)).toBe(200);
    time.now = now;
    expect(await readStatus(host, session)).toBe(401);
    const [lateResponse, unknownKeyResponse] = [
      await host.signIn(host.key('expired')),
      await host.signIn(makeKey()),
    ];
    expect([lateResponse.status, lateResponse.text]).toEqual([
      unknownKeyResponse.status,
      unknownKeyResponse.text,
    ]);
    expect(lateResponse.status).toBe(401);
    const callWithKey = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const { status, text } = await host.call({ path: '/v1/clients', headers });
      return { status, text };
    };
    expect(await callWithKey(host.key('expired'))).toEqual(await callWithKey(makeKey()));
  });

  it('never sends its key to another service', async () => {
    const originalService = await openService();
    const otherService = await openService();
    const SESSION_SECRET = createSecret();
    const originalHost = await openHost({ SESSION_SECRET, SERVICE_URL: originalService.url });
    const movedHost = await openHost({ SESSION_SECRET, SERVICE_URL: otherService.url });
    const builtInHost = await openHost({ SESSION_SECRET });
    const session = sessionOf(await originalHost.signIn('some-key'));
    expect(await readStatus(originalHost, session)).toBe(200);
    expect(await readStatus(movedHost, session)).toBe(401);
    expect(await readStatus(builtInHost, session)).toBe(401);
    expect(otherService.receivedRequests).toEqual([]);
  });

  it('ends eight hours after the sign-in, however much it is used', async () => {
    let time = now;
    const host = await openHost({}, { clock: () => time });
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    for (let hour = 1; hour < 8; hour++) {
      time += 3_600_000;
      const page = await host.call({ headers: { cookie } });
      expect(page.text).toContain(id);
      expect(page.headers['set-cookie']).toBeUndefined();
    }
    time += 3_600_000;
    expect(await readStatus(host, { cookie, id })).toBe(401);
    expect((await host.call({ headers: { cookie } })).text).toContain('"session":null');
  });

  it('is invalid once its key is revoked', async () => {
    let isRevoked = false;
    const service = await openRemoteService(() => ({
      status: isRevoked ? 401 : 200,
      body: '{"data":[]}',
    }));
    const host = await openHost({ SERVICE_URL: service.url });
    const session = sessionOf(await host.signIn('some-key'));
    expect(await readStatus(host, session)).toBe(200);
    isRevoked = true;
    expect(await readStatus(host, session)).toBe(401);
  });

  it('is invalid in a cookie with another name', async () => {
    const host = await openHost();
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    const sealedSession = cookie.slice(cookie.indexOf('=') + 1);
    for (const name of ['__Host-sightline-session', 'sightline-session', 'sightline-session-1']) {
      const headers = { cookie: `${name}=${sealedSession}`, 'x-session': id };
      expect((await host.call({ path: '/v1/clients', headers })).status, name).toBe(401);
    }
  });
});
