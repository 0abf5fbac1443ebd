import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { PageSettings, sessionHeader, sharePath } from '../../src/contract/page-settings.ts';
import { sharesScope } from '../../src/contract/scopes.ts';
import { everyDay, NewFeed, NewShare } from '../../src/contract/sightline/shares.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import {
  type Backend,
  type BackendOptions,
  createBuiltInService,
} from '../../src/host/backend/backend.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { branches, loadSmallWorld, measured } from '../service/small-world.ts';
import { openHost, openRemoteService, sessionOf, type TestHost } from './harness.ts';

const { siteId } = measured;
const timeline = pathTo('timeline', { siteId });
const clients = pathTo('clients', {});
const jsonHeaders = { 'content-type': 'application/json' };

/** Opens a host on a store that other hosts may use too. */
async function openHostOn(store: Store, environment: Record<string, string> = {}) {
  const backend = async (options: BackendOptions): Promise<Backend> => {
    const service = await createBuiltInService(store, options);
    return {
      service,
      sampleKeys: [],
      hasOwnData: true,
      ready: () => store.ping(),
      close: () => service.close(),
    };
  };
  return openHost(environment, { backend });
}

/** Opens a host on a store that the test can inspect. */
async function openHostWithStore() {
  const store = createMemoryStore();
  const key = await loadSmallWorld(store);
  return { host: await openHostOn(store), store, key };
}

async function createShare(host: TestHost, key: string, more: object = {}) {
  const response = await host.call({
    method: 'POST',
    path: pathTo('shares', { siteId }),
    headers: { ...jsonHeaders, authorization: `Bearer ${key}` },
    body: JSON.stringify({ title: 'Shared', pages: ['timeline'], dates: everyDay, ...more }),
  });
  expect(response.status, response.text).toBe(201);
  return v.parse(NewShare, JSON.parse(response.text));
}

async function createFeed(host: TestHost, key: string) {
  const response = await host.call({
    method: 'POST',
    path: pathTo('feeds', { siteId }),
    headers: { ...jsonHeaders, authorization: `Bearer ${key}` },
    body: JSON.stringify({ question: 'range=90d' }),
  });
  expect(response.status, response.text).toBe(201);
  return v.parse(NewFeed, JSON.parse(response.text));
}

const openShare = (host: TestHost, body: object, cookie = '') =>
  host.call({
    method: 'POST',
    path: '/session',
    headers: { ...jsonHeaders, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });

const settingsIn = (text: string) => {
  const [, block = '{}'] = /id="page-settings">(.*?)<\/script>/.exec(text) ?? [];
  return v.parse(PageSettings, JSON.parse(block));
};

it('the session of a share survives a 503 from the service, but not a 404 or a 401', async () => {
  let status = 200;
  const view = {
    id: siteId,
    title: 'Shared',
    pages: ['timeline'],
    question: '',
    view: '',
    siteId,
    dates: everyDay,
    expiresAt: null,
    siteName: 'Shop',
    siteUrl: '',
    clientName: null,
    brandName: null,
    branding: null,
    startDate: null,
    endDate: null,
  };
  const remoteService = await openRemoteService(({ url }) =>
    url === pathTo('share', {})
      ? { status, headers: jsonHeaders, body: JSON.stringify(view) }
      : { status: 404 },
  );
  const host = await openHost({ SERVICE_URL: remoteService.url });
  const { cookie } = sessionOf(await openShare(host, { share: 'secret' }));
  const loadWithStatus = async (serviceStatus: number) => {
    status = serviceStatus;
    const headers = { accept: 'text/html', cookie };
    const { session, share } = settingsIn((await host.call({ path: sharePath, headers })).text);
    return [session !== null, share !== null];
  };
  expect(await loadWithStatus(200)).toEqual([true, true]);
  expect(await loadWithStatus(503)).toEqual([true, false]);
  expect(await loadWithStatus(404)).toEqual([false, false]);
  expect(await loadWithStatus(401)).toEqual([false, false]);
});

describe('a share', () => {
  it('opens in a separate session, beside the browser’s sign-in', async () => {
    const { host, key } = await openHostWithStore();
    const { secret } = await createShare(host, key('agency'));
    const userSession = sessionOf(await host.signIn(key('agency')));
    const response = await openShare(host, { share: secret }, userSession.cookie);
    expect(response.status).toBe(201);
    const shareSession = sessionOf(response);
    expect(shareSession.cookie.split('=')[0]).not.toBe(userSession.cookie.split('=')[0]);
    const cookie = `${userSession.cookie}; ${shareSession.cookie}`;
    const get = (path: string, session: string) =>
      host.call({ path, headers: { cookie, [sessionHeader]: session } });
    expect((await get(timeline, shareSession.id)).status).toBe(200);
    expect(JSON.parse((await get(clients, shareSession.id)).text).data).toEqual([]);
    expect(JSON.parse((await get(clients, userSession.id)).text).data).not.toEqual([]);
    const pages = { accept: 'text/html', cookie };
    const shareSettings = settingsIn((await host.call({ path: sharePath, headers: pages })).text);
    expect(shareSettings).toMatchObject({
      session: { id: shareSession.id },
      share: { title: 'Shared', siteId },
    });
    expect(shareSettings.capabilities).not.toContain('shares');
    const ownSettings = settingsIn((await host.call({ path: '/clients', headers: pages })).text);
    expect(ownSettings).toMatchObject({
      session: { id: userSession.id, scopes: expect.arrayContaining([sharesScope]) },
      share: null,
    });
  });

  it('is open only on pages under its path', async () => {
    const { host, key } = await openHostWithStore();
    const { secret } = await createShare(host, key('agency'));
    const { cookie } = sessionOf(await openShare(host, { share: secret }));
    const headers = { accept: 'text/html', cookie };
    for (const path of ['/', '/clients', `/sites/${siteId}/timeline`, '/session-of-s', '/sites']) {
      const settings = settingsIn((await host.call({ path, headers })).text);
      expect([settings.session, settings.share], path).toEqual([null, null]);
    }
    const path = `${sharePath}/sites/${siteId}/timeline`;
    const { share } = settingsIn((await host.call({ path, headers })).text);
    expect(share).toMatchObject({ siteId });
  });

  it('ends in every browser as soon as it is revoked', async () => {
    const { host, store, key } = await openHostWithStore();
    const { secret, id } = await createShare(host, key('agency'));
    const sessions = [
      sessionOf(await openShare(host, { share: secret })),
      sessionOf(await openShare(host, { share: secret })),
    ];
    const requestStatuses = () =>
      Promise.all(
        sessions.map(async ({ cookie, id: sessionId }) => {
          const headers = { cookie, [sessionHeader]: sessionId };
          return (await host.call({ path: timeline, headers })).status;
        }),
      );
    expect(await requestStatuses()).toEqual([200, 200]);
    const administration = createAdministration(store);
    expect(await administration.run('shares/list', {})).toMatchObject([
      { id, siteName: 'Shop', createdBy: 'agency' },
    ]);
    await administration.run('shares/revoke', { id });
    expect(await requestStatuses()).toEqual([401, 401]);
    for (const { cookie } of sessions) {
      const headers = { accept: 'text/html', cookie };
      expect(settingsIn((await host.call({ path: sharePath, headers })).text)).toMatchObject({
        session: null,
        share: null,
      });
    }
    expect((await openShare(host, { share: secret })).status).toBe(401);
    expect(await administration.run('shares/list', {})).toEqual([]);
  });

  it('is not listed as a key, and cannot be revoked as one', async () => {
    const { host, store, key } = await openHostWithStore();
    const { id } = await createShare(host, key('agency'));
    const administration = createAdministration(store);
    const keys = await administration.run('keys/list', {});
    expect(keys).toHaveLength(12);
    expect(keys.map((listed) => listed.id)).not.toContain(id);
    await expect(administration.run('keys/revoke', { id })).rejects.toThrow('No key has the ID');
  });

  it('requires its passphrase; a wrong one is audited, but a missing one is not', async () => {
    const { host, key, store } = await openHostWithStore();
    const { id: share, secret } = await createShare(host, key('agency'), {
      passphrase: 'open sesame',
    });
    const responseWithoutPassphrase = await openShare(host, { share: secret });
    const wrongPassphraseResponse = await openShare(host, {
      share: secret,
      passphrase: 'open, sesame',
    });
    for (const { status, text, headers } of [responseWithoutPassphrase, wrongPassphraseResponse]) {
      expect([status, JSON.parse(text).type]).toEqual([
        401,
        'urn:sightline:problem:passphrase-needed',
      ]);
      expect(headers['set-cookie']).toBeUndefined();
    }
    // The page opens a link without a passphrase first, so a missing one is not an attempt.
    const refusals = (await store.audit({ limit: 10 })).filter(
      ({ action }) => action === 'refused',
    );
    expect(refusals.map(({ keyId, detail }) => [keyId, detail])).toEqual([
      [share, '401 signing in, a wrong passphrase'],
    ]);
    const rightPassphraseResponse = await openShare(host, {
      share: secret,
      passphrase: 'open sesame',
    });
    const { cookie, id } = sessionOf(rightPassphraseResponse);
    const headers = { cookie, [sessionHeader]: id };
    expect((await host.call({ path: timeline, headers })).status).toBe(200);
  });

  it('opened with a passphrase stays open after a restart and on another host, while others guess from the same address', async () => {
    const store = createMemoryStore();
    const key = await loadSmallWorld(store);
    const environment = { SESSION_SECRET: Buffer.alloc(32, 7).toString('base64') };
    const firstHost = await openHostOn(store, environment);
    const passphrase = 'open sesame';
    const { secret } = await createShare(firstHost, key('agency'), { passphrase });
    const { cookie, id } = sessionOf(await openShare(firstHost, { share: secret, passphrase }));
    await firstHost.close();

    const secondHost = await openHostOn(store, environment);
    const guess = async (text: string) =>
      (await openShare(secondHost, { share: secret, passphrase: text })).status;
    const guesses: number[] = [];
    for (let n = 0; n < 12; n += 1) guesses.push(await guess(`wrong guess ${n}`));
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const port = new URL(secondHost.url).port;
    const headers = { cookie: cookie.replace(/-\d+=/, `-${port}=`), [sessionHeader]: id };
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => secondHost.call({ path: timeline, headers })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const page = await secondHost.call({
      path: sharePath,
      headers: { ...headers, accept: 'text/html' },
    });
    expect(settingsIn(page.text)).toMatchObject({ session: { id }, share: { siteId } });
    // An open session does not reveal to others at its address whether a guess is right.
    expect(await guess(passphrase)).toBe(429);
  });

  it.each(['', 'sl_', 'x'.repeat(51), 'sample-agency', 'a b'])(
    'does not open with the secret “%s”',
    async (secret) => {
      const { host } = await openHostWithStore();
      const { status, headers } = await openShare(host, { share: secret });
      expect([401, 422]).toContain(status);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  it('lists no clients when used as a key, and a key does not open as a share', async () => {
    const { host, key } = await openHostWithStore();
    const { secret } = await createShare(host, key('agency'));
    expect((await openShare(host, { share: key('agency') })).status).toBe(401);
    const keySignIn = await host.signIn(secret);
    const { cookie, id } = sessionOf(keySignIn);
    const headers = { cookie, [sessionHeader]: id };
    // A key of the same account would list its clients.
    expect(JSON.parse((await host.call({ path: clients, headers })).text).data).toEqual([]);
  });

  it('can be signed out of without ending the browser’s sign-in', async () => {
    const { host, key } = await openHostWithStore();
    const { secret } = await createShare(host, key('agency'));
    const userSession = sessionOf(await host.signIn(key('agency')));
    const shareSession = sessionOf(await openShare(host, { share: secret }));
    const cookie = `${userSession.cookie}; ${shareSession.cookie}`;
    const signOutResponse = await host.call({
      method: 'DELETE',
      path: '/session',
      headers: { cookie, [sessionHeader]: shareSession.id },
    });
    expect(signOutResponse.status).toBe(204);
    expect(signOutResponse.headers['set-cookie']).toEqual([
      expect.stringContaining(`${shareSession.cookie.split('=')[0]}=;`),
    ]);
  });

  it('shows no secret or passphrase in any log line, header or page', async () => {
    const { host, key } = await openHostWithStore();
    const { secret } = await createShare(host, key('agency'), { passphrase: 'open sesame' });
    const opened = await openShare(host, { share: secret, passphrase: 'open sesame' });
    const { cookie, id } = sessionOf(opened);
    const page = await host.call({ path: sharePath, headers: { accept: 'text/html', cookie } });
    const report = await host.call({ path: timeline, headers: { cookie, [sessionHeader]: id } });
    const refused = await openShare(host, { share: `${secret}x` });
    for (const { text, headers } of [opened, page, report, refused]) {
      for (const shown of [text, JSON.stringify(headers)]) {
        for (const hidden of [secret, 'sesame']) expect(shown).not.toContain(hidden);
      }
    }
    expect(host.readLog()).not.toContain(secret.slice(0, 12));
    expect(host.readLog()).not.toContain('sesame');
  });
});

describe('a feed', () => {
  it('is not resent while its ETag matches, with a built-in or remote service', async () => {
    const { host, key } = await openHostWithStore();
    const { url } = await createFeed(host, key('agency'));
    for (const feedHost of [host, await openHost({ SERVICE_URL: host.url })]) {
      const response = await feedHost.call({ path: url });
      expect([response.status, response.headers['cache-control']]).toEqual([
        200,
        'private, no-cache',
      ]);
      const etag = response.headers.etag ?? '';
      const unchangedResponse = await feedHost.call({
        path: url,
        headers: { 'if-none-match': `"other", ${etag}` },
      });
      expect([unchangedResponse.status, unchangedResponse.text]).toEqual([304, '']);
      expect(unchangedResponse.headers).toMatchObject({
        etag,
        'cache-control': 'private, no-cache',
      });
      const otherTagResponse = await feedHost.call({
        path: url,
        headers: { 'if-none-match': '"other"' },
      });
      expect([otherTagResponse.status, otherTagResponse.text]).toEqual([200, response.text]);
    }
  });

  it('can be read without a key or cookie, from any page, and its address is never logged', async () => {
    const { host, key } = await openHostWithStore();
    const { url } = await createFeed(host, key('agency'));
    const crossSiteHeaders = { 'sec-fetch-site': 'cross-site', origin: 'https://sheets.example' };
    const response = await host.call({ path: url, headers: crossSiteHeaders });
    expect([response.status, response.headers['content-type']]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ]);
    expect(host.readLog()).not.toContain(url.slice(-20));
  });

  it('does not accept an API key as its token, even with a session of that key', async () => {
    const { host, key } = await openHostWithStore();
    const { cookie } = sessionOf(await host.signIn(key('agency')));
    const pathWithKey = pathTo('feed', { token: key('agency') });
    expect((await host.call({ path: pathWithKey, headers: { cookie } })).status).toBe(404);
  });

  it('keeps its address out of the log when the host fails', async () => {
    const backend = async (): Promise<Backend> => ({
      sampleKeys: [],
      hasOwnData: true,
      ready: async () => {},
      close: async () => {},
      service: {
        fetch: () => {
          throw new Error('broken');
        },
      },
    });
    const host = await openHost({}, { backend });
    const path = pathTo('feed', { token: 'sl_secret-token' });
    expect((await host.call({ path })).status).toBe(500);
    expect(host.readLog()).toContain('broken');
    expect(host.readLog()).not.toContain('secret-token');
  });
});

it('a share of one site gives no access to any other site', async () => {
  const { host, key } = await openHostWithStore();
  const { secret } = await createShare(host, key('agency'));
  const { cookie, id } = sessionOf(await openShare(host, { share: secret }));
  for (const { ids } of Object.values(branches)) {
    const path = pathTo('timeline', { siteId: ids.siteId });
    const response = await host.call({ path, headers: { cookie, [sessionHeader]: id } });
    expect(response.status).toBe(404);
  }
});
