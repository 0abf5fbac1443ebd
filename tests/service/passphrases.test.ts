import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { NewShare } from '../../src/contract/sightline/shares.ts';
import { brandClient } from '../../src/service/setup/brand-client.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { measured, now, uuid } from './small-world.ts';
import { openTestClient } from './test-client.ts';

const { siteId } = measured;
const clientsPath = pathTo('clients', {});
const sharePath = pathTo('share', {});
const range = (n: number) => Array.from({ length: n }, (_, index) => index);

interface Session {
  sessionBeganAt: number | null;
  signal: AbortSignal | null;
}

/** Opens a service that hashes no passphrase before `release`. */
async function openHeldService() {
  const pending: (() => void)[] = [];
  let isHeld = false;
  const deriveHash = vi.fn(async (_passphrase: string) => {
    if (isHeld) await new Promise<void>((resolve) => pending.push(resolve));
    return Buffer.alloc(32);
  });
  const store = createMemoryStore();
  const client = await openTestClient(store, { deriveHash });
  const postShare = (more: object) =>
    client.callAs('agency', pathTo('shares', { siteId }), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Shared', pages: ['timeline'], ...more }),
    });
  const createShare = async (more: object = {}) =>
    v.parse(NewShare, (await postShare(more)).json).secret;
  const open = (
    secret: string,
    passphrase: string | null,
    address: string,
    { sessionBeganAt = null, signal = null }: Partial<Session> = {},
  ) => {
    const proof = passphrase === null ? '' : `.${Buffer.from(passphrase).toString('base64url')}`;
    const headers = { Authorization: `Bearer ${secret}${proof}` };
    const request = new Request(`http://service.test${sharePath}`, { headers, signal });
    return client.service.fetch(request, { address, sessionBeganAt, isSigningIn: true });
  };
  const releaseOne = () => pending.shift()?.();
  const releaseNewest = () => pending.pop()?.();
  const release = () => {
    isHeld = false;
    releaseOne();
  };
  onTestFinished(release);
  const settle = async () => {
    for (const _ of range(20)) await new Promise((resolve) => setImmediate(resolve));
  };
  const hold = () => {
    isHeld = true;
    deriveHash.mockClear();
  };
  return {
    client,
    store,
    deriveHash,
    postShare,
    createShare,
    open,
    release,
    releaseOne,
    releaseNewest,
    settle,
    hold,
  };
}

test('passphrases are hashed one at a time, and hold neither keys nor links without one', async () => {
  const { client, createShare, open, postShare, hold, settle, release, deriveHash } =
    await openHeldService();
  const plain = await createShare();
  const secret = await createShare({ passphrase: 'open sesame' });
  hold();
  // More than the calls that may run at once.
  const openings = range(20).map((n) => open(secret, `sesame ${n}`, `192.0.2.${n}`));
  const creations = range(5).map(() => postShare({ passphrase: 'another one' }));
  await settle();
  expect(deriveHash).toHaveBeenCalledTimes(1);
  expect((await client.callAs('agency', clientsPath)).status).toBe(200);
  expect((await open(plain, null, '192.0.2.1')).status).toBe(200);
  release();
  expect((await Promise.all(creations)).every(({ status }) => status === 201)).toBe(true);
  expect((await Promise.all(openings)).every(({ status }) => status === 200)).toBe(true);
});

test('a passphrase is refused with 503 and Retry-After while too many are waiting', async () => {
  const { client, createShare, open, hold, settle, release } = await openHeldService();
  const secret = await createShare({ passphrase: 'open sesame' });
  hold();
  const openings = range(51).map((n) => open(secret, `sesame ${n}`, `192.0.2.${n}`));
  await settle();
  const refused = await open(secret, 'one more', '198.51.100.1');
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  release();
  await Promise.all(openings);
  expect((await open(secret, 'one more', '198.51.100.1')).status).toBe(200);
  expect(client.failures).toEqual([]);
});

test('the passphrases of one account refuse only its own further ones', async () => {
  const { createShare, open, postShare, hold, settle, release } = await openHeldService();
  const secret = await createShare({ passphrase: 'open sesame' });
  hold();
  const creations = range(60).map(() => postShare({ passphrase: 'another one' }));
  await settle();
  const opening = open(secret, 'open sesame', '192.0.2.1');
  await settle();
  release();
  expect((await opening).status).toBe(200);
  const statuses = (await Promise.all(creations)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(6);
  expect(statuses.filter((status) => status === 503)).toHaveLength(54);
});

test('a session is neither refused nor delayed by the passphrases that wait', async () => {
  const { createShare, open, hold, settle, releaseNewest, deriveHash } = await openHeldService();
  const secret = await createShare({ passphrase: 'open sesame' });
  hold();
  for (const n of range(51)) void open(secret, `sesame ${n}`, `192.0.2.${n}`);
  await settle();
  const reading = open(secret, 'sesame 50', '192.0.2.50', { sessionBeganAt: now });
  await settle();
  expect(deriveHash).toHaveBeenCalledTimes(2);
  releaseNewest();
  expect((await reading).status).toBe(200);
});

test('the passphrase of a call that has hung up is not hashed', async () => {
  const { createShare, open, hold, settle, release, deriveHash } = await openHeldService();
  const secret = await createShare({ passphrase: 'open sesame' });
  hold();
  const opening = open(secret, 'open sesame', '192.0.2.1');
  await settle();
  const controller = new AbortController();
  const { signal } = controller;
  const abandoned = open(secret, 'another one', '192.0.2.2', { signal });
  await settle();
  controller.abort();
  await abandoned;
  release();
  await opening;
  await settle();
  expect(deriveHash.mock.calls.map(([passphrase]) => passphrase)).toEqual(['open sesame']);
});

test('a passphrase for a missing site is not hashed', async () => {
  const { client, hold, settle, deriveHash } = await openHeldService();
  hold();
  const path = pathTo('shares', { siteId: uuid(0x999) });
  const body = { title: 'Shared', pages: ['timeline'], passphrase: 'open sesame' };
  const creating = client.callAs('agency', path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await settle();
  expect(deriveHash).not.toHaveBeenCalled();
  expect((await creating).status).toBe(404);
});

test('an address waits for at most one passphrase of an address that sends many', async () => {
  const { createShare, open, hold, settle, releaseOne, deriveHash } = await openHeldService();
  const secret = await createShare({ passphrase: 'open sesame' });
  hold();
  for (const n of range(10)) void open(secret, `guess ${n}`, '192.0.2.1');
  await settle();
  void open(secret, 'mine', '198.51.100.1');
  await settle();
  for (const _ of range(2)) {
    releaseOne();
    await settle();
  }
  expect(deriveHash.mock.calls.map(([passphrase]) => passphrase)).toEqual([
    'guess 0',
    'guess 1',
    'mine',
  ]);
});

test('a link is opened again without reading its client or account, until the data changes', async () => {
  const { store, createShare, open } = await openHeldService();
  const secret = await createShare();
  const openShare = async () => (await open(secret, null, '192.0.2.1')).json();
  await openShare();
  const reads = [
    vi.spyOn(store, 'branding'),
    vi.spyOn(store, 'listedSite'),
    vi.spyOn(store, 'timeline'),
    vi.spyOn(store.lookups, 'accounts'),
  ];
  expect(await openShare()).toMatchObject({ branding: { accent: '#00875a' } });
  for (const read of reads) expect(read).not.toHaveBeenCalled();
  const site = await store.lookups.sites([siteId]);
  await brandClient(store, site[0]?.clientId ?? '', { accent: '#112233' });
  expect(await openShare()).toMatchObject({ branding: { accent: '#112233' } });
});
