import { expect, test, vi } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { digestOf, makeKey } from '../../src/service/access/keys.ts';
import {
  type Store,
  StoreFull,
  StoreUnavailable,
  StoreUncertain,
} from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { branches, measured, unknownId } from './small-world.ts';
import { loopbackHeader, openTestClient } from './test-client.ts';

const { siteId, recommendations } = measured;
const timeline = `/v1/sites/${siteId}/reports/timeline`;
const notes = `/v1/sites/${siteId}/recommendations/${recommendations[0]}/notes`;
const tenant = { accountId: branches.first.accountId, clientId: null };

const rejectWith = (error: unknown) => vi.fn(() => Promise.reject(error));
/** Opens a client of a store that fails after the small world has been loaded. */
async function openWithFaults(faults: Partial<Store>) {
  const store = { ...createMemoryStore() };
  const client = await openTestClient(store);
  Object.assign(store, faults);
  return client;
}

test('an unavailable store gives 503 with Retry-After', async () => {
  const error = new StoreUnavailable('gone');
  const { callAs, failures } = await openWithFaults({ timeline: rejectWith(error) });
  const response = await callAs('agency', timeline);
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1']);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.json).toMatchObject({ type: problemTypes.unavailable });
  expect(failures).toEqual([{ route: 'timeline', error }]);
});

test('a store that is unavailable while the key is looked up gives 503, not 401', async () => {
  const { callAs } = await openWithFaults({
    keyByDigest: rejectWith(new StoreUnavailable('gone')),
  });
  expect((await callAs('agency', '/v1/clients')).status).toBe(503);
});

test('a full store gives 507 and adds no note', async () => {
  const { addNote, store } = await openWithFaults({ addNote: rejectWith(new StoreFull('full')) });
  const response = await addNote('agency', notes, '{"body":"x"}');
  expect(response.status).toBe(507);
  expect(response.json).toMatchObject({ type: problemTypes.storageFull });
  expect(await store.notes(tenant, siteId, recommendations[0])).toEqual([]);
});

test('a recommendation that disappears before the note is written gives 404, and no note is added', async () => {
  const { addNote, store } = await openWithFaults({ addNote: async () => 'absent' });
  const response = await addNote('agency', notes, '{"body":"x"}');
  expect(response.status).toBe(404);
  expect(response.json).toMatchObject({ type: problemTypes.recommendationNotFound });
  expect(await store.notes(tenant, siteId, recommendations[0])).toEqual([]);
});

test('an uncertain write of a note gives 500 with a message that the note may have been saved', async () => {
  const { addNote } = await openWithFaults({ addNote: rejectWith(new StoreUncertain('lost')) });
  const response = await addNote('agency', notes, '{"body":"x"}');
  expect(response.status).toBe(500);
  expect(response.json).toMatchObject({
    type: problemTypes.uncertain,
    detail: expect.stringContaining('may or may not have been saved'),
  });
});

test('adding a note gives 201 once the note is stored, even if later reads fail', async () => {
  let isStored = false;
  const memory = createMemoryStore();
  const failAfterStoring = <A extends unknown[], R>(read: (...args: A) => Promise<R>) => {
    return async (...args: A) => {
      if (isStored) throw new StoreUnavailable('gone');
      return read(...args);
    };
  };
  const { addNote } = await openTestClient({
    ...memory,
    notes: failAfterStoring(memory.notes),
    site: failAfterStoring(memory.site),
    addNote: async (...args) => {
      const outcome = await memory.addNote(...args);
      isStored = typeof outcome !== 'string';
      return outcome;
    },
  });
  expect((await addNote('agency', notes, '{"body":"x"}')).status).toBe(201);
});

test('an unexpected failure gives 500 without details', async () => {
  const { callAs, failures } = await openWithFaults({
    site: rejectWith(new TypeError('secret detail')),
  });
  const response = await callAs('agency', timeline);
  expect(response.status).toBe(500);
  expect(response.text).not.toContain('secret detail');
  expect(failures).toHaveLength(1);
});

test('a malformed key, or a sample key not over loopback, is refused without a lookup in the store', async () => {
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
  // One lookup for authentication, one for the audit trail.
  expect(keyByDigest.mock.calls).toEqual([[digestOf(key)], [digestOf(key)]]);
});

test('a generated key of a sample account works over loopback only', async () => {
  const { call, store } = await openWithFaults({});
  const key = makeKey();
  const [sampleKey] = (await store.keys()).filter((record) => record.name === 'sample');
  if (!sampleKey) throw new Error('The small world has no sample key.');
  await store.putKeys({ ...sampleKey, id: unknownId, digest: digestOf(key) });
  const headers = { Authorization: `Bearer ${key}` };
  expect((await call('/v1/clients', { headers })).status).toBe(401);
  const loopbackHeaders = { ...headers, [loopbackHeader]: 'yes' };
  expect((await call('/v1/clients', { headers: loopbackHeaders })).status).toBe(200);
});

test('a report reads only the brands it needs', async () => {
  const memory = createMemoryStore();
  const readTimeline = vi.fn(memory.timeline);
  const { callAs } = await openTestClient({ ...memory, timeline: readTimeline });
  const { acme, delta } = measured.brands;
  const findBrandsRead = async (query: string) => {
    await callAs('agency', timeline + query);
    return readTimeline.mock.lastCall?.[2].brandIds;
  };
  expect(await findBrandsRead('')).toBeNull();
  expect(await findBrandsRead('?groupBy=platform&metric=shareOfVoice')).toEqual([acme]);
  expect(await findBrandsRead(`?brand=${delta}`)).toEqual([delta]);
  expect(await findBrandsRead('?groupBy=region&metric=gap')).toEqual([acme]);
});

test('uses of keys are written in one batch after a few seconds', async () => {
  vi.useFakeTimers();
  try {
    const memory = createMemoryStore();
    const recordKeyUses = vi.fn(memory.recordKeyUses);
    const { callAs, service } = await openTestClient({ ...memory, recordKeyUses });
    await callAs('agency', '/v1/clients');
    await callAs('agency', '/v1/clients');
    await callAs('other', '/v1/clients');
    expect(recordKeyUses).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(recordKeyUses).toHaveBeenCalledTimes(1);
    expect(recordKeyUses.mock.lastCall?.[0].size).toBe(2);
    await service.close();
    expect(recordKeyUses).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a failed write of key uses is reported, but does not fail the call', async () => {
  const error = new StoreFull('full');
  const { callAs, service, failures } = await openWithFaults({ recordKeyUses: rejectWith(error) });
  expect((await callAs('agency', '/v1/clients')).status).toBe(200);
  await service.close();
  expect(failures).toEqual([{ route: 'key uses', error }]);
});

test('a sample key stops working when an import makes its account a real one', async () => {
  const { callAs, store } = await openWithFaults({});
  expect((await callAs('sample', '/v1/clients')).status).toBe(200);
  const writer = await store.beginImport();
  await writer.writeCatalogue({
    accounts: [{ id: branches.sample.accountId, name: 'Now real', kind: 'agency', sample: false }],
    clients: [],
    sites: [],
    brands: [],
    prompts: [],
    scans: [],
    recommendations: [],
  });
  await writer.commit();
  expect((await callAs('sample', '/v1/clients')).status).toBe(401);
});

test('a body without Content-Length is refused at the limit', async () => {
  const { key, service } = await openWithFaults({});
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
