import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeKey } from '../../src/service/keys.ts';
import { now } from '../service/small-world.ts';
import { call, openEcho, openHost, sessionOf, type TestHost, temporaryFolder } from './harness.ts';

const secret = () => randomBytes(32).toString('base64');

/** The status that a host returns for another host's session. Renames the cookie, which contains the port. */
const statusAt = async (host: TestHost, { cookie, id }: { cookie: string; id: string }) => {
  const name = `sightline-session-${new URL(host.url).port}`;
  const response = await call(host.url, {
    path: '/v1/clients',
    headers: { cookie: cookie.replace(/^[^=]+/, name), 'x-session': id },
  });
  return response.status;
};

/** A remote service that accepts every key. */
const openService = () => openEcho(() => ({ status: 200, body: '{"data":[]}' }));

describe('a new session secret', () => {
  it('keeps old sessions valid while the old secret is listed second, and ends them without it', async () => {
    const [old, next] = [secret(), secret()];
    const { url: SERVICE_URL } = await openService();
    const before = await openHost({ SERVICE_URL, SESSION_SECRET: old });
    const during = await openHost({ SERVICE_URL, SESSION_SECRET: `${next},${old}` });
    const after = await openHost({ SERVICE_URL, SESSION_SECRET: next });
    const session = sessionOf(await before.signIn('some-key'));
    expect(await statusAt(during, session)).toBe(200);
    expect(await statusAt(after, session)).toBe(401);

    const renewed = sessionOf(await during.signIn('some-key'));
    expect(await statusAt(after, renewed)).toBe(200);
    expect(await statusAt(before, renewed), 'the second secret must not seal sessions').toBe(401);
  });

  it('is stored in the data folder if none is configured', async () => {
    const DATA_DIR = await temporaryFolder();
    const { url: SERVICE_URL } = await openService();
    const first = await openHost({ DATA_DIR, SERVICE_URL });
    const session = sessionOf(await first.signIn('some-key'));
    await first.close();
    const restarted = await openHost({ DATA_DIR, SERVICE_URL });
    expect(await statusAt(restarted, session)).toBe(200);
    const configured = await openHost({ DATA_DIR, SERVICE_URL, SESSION_SECRET: secret() });
    expect(await statusAt(configured, session)).toBe(401);
  });
});

describe('a session', () => {
  it('ends when its key expires, with the same response as for an unknown key', async () => {
    const time = { now: now - 1 };
    const host = await openHost({}, { clock: () => time.now });
    const signedIn = await host.signIn(host.key('expired'));
    expect(signedIn.status).toBe(201);
    const session = sessionOf(signedIn);
    expect(await statusAt(host, session)).toBe(200);
    time.now = now;
    expect(await statusAt(host, session)).toBe(401);
    const [late, unknown] = [await host.signIn(host.key('expired')), await host.signIn(makeKey())];
    expect([late.status, late.text]).toEqual([unknown.status, unknown.text]);
    expect(late.status).toBe(401);
    const bearer = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const { status, text } = await host.call({ path: '/v1/clients', headers });
      return { status, text };
    };
    expect(await bearer(host.key('expired'))).toEqual(await bearer(makeKey()));
  });

  it('never sends its key to another service', async () => {
    const own = await openService();
    const other = await openService();
    const SESSION_SECRET = secret();
    const original = await openHost({ SESSION_SECRET, SERVICE_URL: own.url });
    const moved = await openHost({ SESSION_SECRET, SERVICE_URL: other.url });
    const builtIn = await openHost({ SESSION_SECRET });
    const session = sessionOf(await original.signIn('some-key'));
    expect(await statusAt(original, session)).toBe(200);
    expect(await statusAt(moved, session)).toBe(401);
    expect(await statusAt(builtIn, session)).toBe(401);
    expect(other.seen).toEqual([]);
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
    expect(await statusAt(host, { cookie, id })).toBe(401);
    expect((await host.call({ headers: { cookie } })).text).toContain('"session":null');
  });

  it('is invalid once its key is revoked', async () => {
    let isRevoked = false;
    const service = await openEcho(() => ({ status: isRevoked ? 401 : 200, body: '{"data":[]}' }));
    const host = await openHost({ SERVICE_URL: service.url });
    const session = sessionOf(await host.signIn('some-key'));
    expect(await statusAt(host, session)).toBe(200);
    isRevoked = true;
    expect(await statusAt(host, session)).toBe(401);
  });

  it('is invalid in a cookie of another name', async () => {
    const host = await openHost();
    const { cookie, id } = sessionOf(await host.signIn(host.key('agency')));
    const sealed = cookie.slice(cookie.indexOf('=') + 1);
    for (const name of ['__Host-sightline-session', 'sightline-session', 'sightline-session-1']) {
      const headers = { cookie: `${name}=${sealed}`, 'x-session': id };
      expect((await host.call({ path: '/v1/clients', headers })).status, name).toBe(401);
    }
  });
});
