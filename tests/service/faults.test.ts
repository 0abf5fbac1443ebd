import { expect, test, vi } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { digestOf, makeKey } from '../../src/service/keys.ts';
import { createMemoryStore } from '../../src/service/store/memory/memory-store.ts';
import {
  type Store,
  StoreFull,
  StoreUnavailable,
  StoreUncertain,
} from '../../src/service/store/store.ts';
import { branches, measured, unknownId } from './small-world.ts';
import { loopbackHeader, openTestClient } from './test-client.ts';

const { siteId, recommendations } = measured;
const timeline = `/v1/sites/${siteId}/reports/timeline`;
const notes = `/v1/sites/${siteId}/recommendations/${recommendations[0]}/notes`;
const tenant = { accountId: branches.first.accountId, clientId: null };

const failing = (error: unknown) => vi.fn(() => Promise.reject(error));
const openWith = (faults: Partial<Store>) => openTestClient({ ...createMemoryStore(), ...faults });

test('a store that is away is 503 and says when to try again', async () => {
  const error = new StoreUnavailable('gone');
  const { ask, failures } = await openWith({ timeline: failing(error) });
  const answer = await ask('agency', timeline);
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.json).toMatchObject({ type: problemTypes.unavailable });
  expect(failures).toEqual([{ route: 'timeline', error }]);
});

test('a store that is away while the key is looked up is 503, not a refused key', async () => {
  const { ask } = await openWith({ keyByDigest: failing(new StoreUnavailable('gone')) });
  expect((await ask('agency', '/v1/clients')).status).toBe(503);
});

test('a full store is 507 and keeps no note', async () => {
  const { note, store } = await openWith({ addNote: failing(new StoreFull('full')) });
  const answer = await note('agency', notes, '{"body":"x"}');
  expect(answer.status).toBe(507);
  expect(answer.json).toMatchObject({ type: problemTypes.storageFull });
  expect(await store.notes(tenant, siteId, recommendations[0])).toEqual([]);
});

test('a recommendation that is gone by the time of writing is 404, and no note is kept', async () => {
  const { note, store } = await openWith({ addNote: async () => 'absent' });
  const answer = await note('agency', notes, '{"body":"x"}');
  expect(answer.status).toBe(404);
  expect(answer.json).toMatchObject({ type: problemTypes.recommendationNotFound });
  expect(await store.notes(tenant, siteId, recommendations[0])).toEqual([]);
});

test('a store that does not say whether it kept a note is 500, and says that it may have', async () => {
  const { note } = await openWith({ addNote: failing(new StoreUncertain('lost')) });
  const answer = await note('agency', notes, '{"body":"x"}');
  expect(answer.status).toBe(500);
  expect(answer.json).toMatchObject({
    type: problemTypes.uncertain,
    detail: expect.stringContaining('may or may not have been saved'),
  });
});

test('once a note is kept, nothing the store does can make its answer a failure', async () => {
  let kept = false;
  const memory = createMemoryStore();
  const whileNotKept = <A extends unknown[], R>(read: (...given: A) => Promise<R>) => {
    return async (...given: A) => {
      if (kept) throw new StoreUnavailable('gone');
      return read(...given);
    };
  };
  const { note } = await openTestClient({
    ...memory,
    notes: whileNotKept(memory.notes),
    site: whileNotKept(memory.site),
    addNote: async (...given) => {
      const outcome = await memory.addNote(...given);
      kept = typeof outcome !== 'string';
      return outcome;
    },
  });
  expect((await note('agency', notes, '{"body":"x"}')).status).toBe(201);
});

test('an unexpected failure is 500 and tells the caller nothing of it', async () => {
  const { ask, failures } = await openWith({ site: failing(new TypeError('secret detail')) });
  const answer = await ask('agency', timeline);
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('secret detail');
  expect(failures).toHaveLength(1);
});

test('a malformed key, or a sample key off loopback, is refused without a lookup in the store', async () => {
  const memory = createMemoryStore();
  const keyByDigest = vi.fn(memory.keyByDigest);
  const { call } = await openTestClient({ ...memory, keyByDigest });
  const key = makeKey();
  for (const text of ['', 'x', key.slice(1), `${key}x`, 'sample-agency', 'sample-AGENCY']) {
    const headers = { Authorization: `Bearer ${text}` };
    expect((await call('/v1/clients', { headers })).status).toBe(401);
  }
  expect(keyByDigest).not.toHaveBeenCalled();
  await call('/v1/clients', { headers: { Authorization: `Bearer ${key}` } });
  // Once to open something, once for the audit trail.
  expect(keyByDigest.mock.calls).toEqual([[digestOf(key)], [digestOf(key)]]);
});

test('an issued key marked sample opens sample data over loopback only', async () => {
  const { call, store } = await openWith({});
  const key = makeKey();
  const [known] = (await store.keys()).filter((record) => record.name === 'sample');
  if (!known) throw new Error('The small world has a sample key.');
  await store.putKey({ ...known, id: unknownId, digest: digestOf(key) });
  const headers = { Authorization: `Bearer ${key}` };
  expect((await call('/v1/clients', { headers })).status).toBe(401);
  const local = { ...headers, [loopbackHeader]: 'yes' };
  expect((await call('/v1/clients', { headers: local })).status).toBe(200);
});

test('a report asks the store only for the brands it needs', async () => {
  const memory = createMemoryStore();
  const counted = vi.fn(memory.timeline);
  const { ask } = await openTestClient({ ...memory, timeline: counted });
  const { acme, beta, gamma, delta } = measured.brands;
  const askedFor = async (query: string) => {
    await ask('agency', timeline + query);
    return counted.mock.lastCall?.[2].brandIds;
  };
  expect(await askedFor('')).toBeNull();
  expect(await askedFor('?groupBy=platform&metric=shareOfVoice')).toEqual([acme]);
  expect(await askedFor(`?brand=${delta}`)).toEqual([delta]);
  expect(await askedFor('?groupBy=region&metric=gap')).toEqual([acme, beta, gamma]);
});

test('uses of keys are written in one batch, seconds later', async () => {
  vi.useFakeTimers();
  try {
    const memory = createMemoryStore();
    const keysUsed = vi.fn(memory.keysUsed);
    const { ask, service } = await openTestClient({ ...memory, keysUsed });
    await ask('agency', '/v1/clients');
    await ask('agency', '/v1/clients');
    await ask('other', '/v1/clients');
    expect(keysUsed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(keysUsed).toHaveBeenCalledTimes(1);
    expect(keysUsed.mock.lastCall?.[0].size).toBe(2);
    await service.close();
    expect(keysUsed).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a failed write of key uses is reported and nobody’s call fails for it', async () => {
  const error = new StoreFull('full');
  const { ask, service, failures } = await openWith({ keysUsed: failing(error) });
  expect((await ask('agency', '/v1/clients')).status).toBe(200);
  await service.close();
  expect(failures).toEqual([{ route: 'key uses', error }]);
});

test('an account that stops being sample is closed to the sample key with that import', async () => {
  const { ask, store } = await openWith({});
  expect((await ask('sample', '/v1/clients')).status).toBe(200);
  const writer = await store.beginImport();
  await writer.catalogue({
    accounts: [{ id: branches.sample.accountId, name: 'Now real', kind: 'agency', sample: false }],
    clients: [],
    sites: [],
    brands: [],
    prompts: [],
    scans: [],
    recommendations: [],
  });
  await writer.commit();
  expect((await ask('sample', '/v1/clients')).status).toBe(401);
});

test('a body without an announced length is cut off at the limit', async () => {
  const { key, service } = await openWith({});
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1024;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  const init = {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key('agency')}`,
      'Content-Type': 'application/json',
      [loopbackHeader]: 'yes',
    },
    body: endless,
    duplex: 'half',
  };
  const request = new Request(`http://service.test${notes}`, init);
  expect((await service.fetch(request)).status).toBe(413);
  expect(sent).toBeLessThan(128 * 1024);
});
