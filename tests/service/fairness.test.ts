import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, everyEndpoint, pathTo } from '../../src/contract/every-endpoint.ts';
import { problemTypes } from '../../src/contract/problem.ts';
import type { ServiceOptions } from '../../src/service/service.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { callPathOf, endpointNames } from '../setup/endpoints.ts';
import { branches, measured, now } from './small-world.ts';
import { openTestClient, type TestClient, type TestResponse } from './test-client.ts';

const timeline = `/v1/sites/${measured.siteId}/reports/timeline`;
const filters = `/v1/sites/${measured.siteId}/filters`;
/** The path of a report that is not cached yet. */
const distinctPathOf = (n: number) => `${timeline}?tag=tag-${n}`;
const range = (n: number) => Array.from({ length: n }, (_, index) => index);

interface HeldService {
  client: TestClient;
  /** The first tag (or '') of each report that the store is reading, or `filters` for filter options; oldest first. */
  listRunning: () => string[];
  /** How many reports the store has begun to read in total. */
  countBegun: () => number;
  /** Completes the oldest report that the store is reading. */
  release: () => Promise<void>;
  /** Completes all reports that the store is reading, and every later one immediately. */
  releaseAll: () => Promise<void>;
  /** Gives all requests time to progress as far as they can. */
  settle: () => Promise<void>;
}

/** Opens a service on a store that completes no report before `release`. */
async function openHeldService(more: Partial<ServiceOptions> = {}): Promise<HeldService> {
  const memory = createMemoryStore();
  const heldReports: { tag: string; complete: () => void }[] = [];
  let begun = 0;
  let isHeld = true;
  const hold = async (tag: string, signal: AbortSignal | undefined): Promise<void> => {
    begun += 1;
    if (!isHeld) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const report = { tag, complete: resolve };
    heldReports.push(report);
    signal?.addEventListener('abort', () => {
      heldReports.splice(heldReports.indexOf(report), 1);
      reject(signal.reason);
    });
    await promise;
  };
  const store: Store = {
    ...memory,
    async timeline(tenant, siteId, scope, signal) {
      await hold(scope.tag[0] ?? '', signal);
      return memory.timeline(tenant, siteId, scope);
    },
    async filterValues(tenant, siteId, scanId, signal) {
      await hold('filters', signal);
      return memory.filterValues(tenant, siteId, scanId);
    },
  };
  const client = await openTestClient(store, more);
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const release = async () => {
    heldReports.shift()?.complete();
    await settle();
  };
  const releaseAll = async () => {
    isHeld = false;
    for (const { complete } of heldReports.splice(0)) complete();
    await settle();
  };
  onTestFinished(releaseAll);
  return {
    client,
    listRunning: () => heldReports.map(({ tag }) => tag),
    countBegun: () => begun,
    release,
    releaseAll,
    settle,
  };
}

const readStatuses = async (responses: readonly Promise<TestResponse>[]) =>
  new Set((await Promise.all(responses)).map(({ status }) => status));

describe('while one key has a hundred reports under way', () => {
  test('another key’s report waits only for those already running, not for all hundred', async () => {
    const { client, listRunning, countBegun, release, releaseAll, settle } =
      await openHeldService();
    const greedy = range(100).map((n) => client.callAs('agency', distinctPathOf(n)));
    await settle();
    const runningCount = listRunning().length;
    expect(runningCount).toBeLessThan(10);
    const modest = client.callAs('readonly', `${timeline}?tag=modest`);
    await settle();
    while (!listRunning().includes('modest')) {
      await release();
      expect(countBegun()).toBeLessThanOrEqual(runningCount + 2);
    }
    await releaseAll();
    expect((await modest).status).toBe(200);
    expect(await readStatuses(greedy)).toEqual(new Set([200]));
  });

  test.each([
    ['the clients', '/v1/clients'],
    ['the sites of a client', `/v1/clients/${branches.first.ids.clientId}/sites`],
    ['a prompt', `/v1/sites/${measured.siteId}/prompts/${measured.prompts.shoes}`],
    ['a scan', `/v1/sites/${measured.siteId}/scans/${measured.scans.first}`],
    ['discovery', pathTo('discovery', {})],
    ['the list of all sites', pathTo('sites', {})],
    ['a site', pathTo('site', { siteId: measured.siteId })],
  ])('requests for %s succeed with that key and with another', async (_, path) => {
    const { client, settle } = await openHeldService();
    for (const n of range(100)) client.callAs('agency', distinctPathOf(n));
    for (const n of range(50)) client.callAs('agency', `${filters}?unheard=${n}`);
    await settle();
    expect((await client.callAs('agency', path)).status).toBe(200);
    expect((await client.callAs('readonly', path)).status).toBe(200);
  });

  test('notes can be added', async () => {
    const { client, settle } = await openHeldService();
    for (const n of range(100)) client.callAs('agency', distinctPathOf(n));
    await settle();
    const path = `/v1/sites/${measured.siteId}/recommendations/${measured.recommendations[0]}/notes`;
    expect((await client.addNote('agency', path, '{"body":"x"}')).status).toBe(201);
  });

  test('a report is the same whether requested before or after the hundred', async () => {
    const { client, releaseAll, settle } = await openHeldService();
    const first = client.callAs('agency', timeline);
    await settle();
    const others = range(100).map((n) => client.callAs('agency', distinctPathOf(n)));
    await releaseAll();
    const { text } = await first;
    await Promise.all(others);
    expect((await client.callAs('agency', timeline)).text).toBe(text);
  });
});

/** The endpoints that read, whose calls wait in one of these queues. */
const readsIn = (...queues: readonly Endpoint['queue'][]) =>
  endpointNames
    .filter((name) => everyEndpoint[name].method === 'GET')
    .filter((name) => queues.includes(everyEndpoint[name].queue))
    .map((name): [EndpointName, string] => [name, callPathOf(name, branches.first.ids)]);

test.each(readsIn('reports', 'cached'))(
  'the endpoint %s waits for its key’s turn',
  async (_, path) => {
    const { client, releaseAll, settle } = await openHeldService();
    const others = range(20).map((n) => client.callAs('agency', distinctPathOf(n)));
    await settle();
    const onResponse = vi.fn();
    const report = client.callAs('agency', path).then(onResponse);
    await settle();
    expect(onResponse).not.toHaveBeenCalled();
    await releaseAll();
    await report;
    expect(onResponse.mock.calls[0]?.[0].status).toBe(200);
    await Promise.all(others);
  },
);

test('a cached report requested in another encoding waits for its key’s turn', async () => {
  const { client, listRunning, release, releaseAll, settle } = await openHeldService();
  const get = (path: string, coding: string) => {
    const headers = {
      Authorization: `Bearer ${client.key('agency')}`,
      'Accept-Encoding': coding,
    };
    return client.service.fetch(new Request(`http://service.test${path}`, { headers }));
  };
  const first = get(timeline, 'gzip');
  await settle();
  await release();
  expect((await first).status).toBe(200);
  const others = range(20).map((n) => get(distinctPathOf(n), 'gzip'));
  await settle();
  const onResponse = vi.fn();
  const encoded = get(timeline, 'br').then(onResponse);
  await settle();
  expect(listRunning().length).toBeGreaterThan(0);
  expect(onResponse).not.toHaveBeenCalled();
  await releaseAll();
  await encoded;
  expect(onResponse.mock.calls[0]?.[0].headers.get('Content-Encoding')).toBe('br');
  await Promise.all(others);
});

test('four calls from each of thirty pages that use one key are not refused', async () => {
  const { client, releaseAll, settle } = await openHeldService();
  const calls = range(30).flatMap((page) => [
    client.callAs('agency', distinctPathOf(page)),
    client.callAs('agency', `${timeline}?tag=again-${page}`),
    client.callAs('agency', filters),
    client.callAs('agency', '/v1/clients'),
  ]);
  await settle();
  await releaseAll();
  expect(await readStatuses(calls)).toEqual(new Set([200]));
});

test('a key beyond its limit gets 429 with Retry-After, while another key gets its report', async () => {
  const { client, listRunning, releaseAll, settle } = await openHeldService();
  const calls = range(300).map((n) => client.callAs('agency', distinctPathOf(n)));
  await settle();
  const runningCount = listRunning().length;
  const other = client.callAs('readonly', timeline);
  await releaseAll();
  const responses = await Promise.all(calls);
  const refused = responses.filter(({ status }) => status === 429);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(200 + runningCount);
  expect(refused).toHaveLength(100 - runningCount);
  expect(refused[0]?.headers.get('Content-Type')).toBe('application/problem+json');
  expect(refused[0]?.json).toMatchObject({ type: problemTypes.tooManyRequests, status: 429 });
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await other).status).toBe(200);
  expect(client.failures).toEqual([]);
});

describe('a report whose clients disconnect', () => {
  test('never reaches the store if it is still queued', async () => {
    const { client, listRunning, countBegun, releaseAll, settle } = await openHeldService();
    const first = client.callAs('agency', distinctPathOf(0));
    await settle();
    const controller = new AbortController();
    const { signal } = controller;
    for (const n of range(150)) {
      const request = { headers: { Authorization: `Bearer ${client.key('agency')}` }, signal };
      client.service.fetch(new Request(`http://service.test${distinctPathOf(n + 1)}`, request));
    }
    await settle();
    const runningCount = listRunning().length;
    controller.abort('the client has gone');
    await settle();
    expect(listRunning()).toEqual(['tag-0']);
    const next = client.callAs('agency', `${timeline}?tag=next`);
    await releaseAll();
    expect([(await first).status, (await next).status]).toEqual([200, 200]);
    expect(countBegun()).toBe(runningCount + 1);
    expect(client.failures).toEqual([]);
  });

  test('continues until the last of them disconnects, and is then cancelled', async () => {
    const { client, listRunning, countBegun, settle } = await openHeldService();
    const headers = { Authorization: `Bearer ${client.key('agency')}` };
    const readers = range(3).map(() => new AbortController());
    const calls = readers.map(({ signal }) =>
      client.service.fetch(
        new Request(`http://service.test${distinctPathOf(1)}`, { headers, signal }),
      ),
    );
    await settle();
    expect(countBegun()).toBe(1);
    for (const reader of readers) {
      expect(listRunning()).toEqual(['tag-1']);
      reader.abort('gone');
      await settle();
    }
    expect(listRunning()).toEqual([]);
    const responses = await Promise.all(calls);
    expect(responses.map(({ status }) => status)).toEqual([499, 499, 499]);
    expect(client.failures).toEqual([]);
  });
});

describe('a key that abandons hundreds of calls', () => {
  /** Sends calls one after another, and disconnects before each response. */
  async function abandon({ client, settle }: HeldService, count: number): Promise<void> {
    const headers = { Authorization: `Bearer ${client.key('agency')}` };
    for (const n of range(count)) {
      const controller = new AbortController();
      const { signal } = controller;
      const path = distinctPathOf(1_000 + n);
      const call = client.service.fetch(
        new Request(`http://service.test${path}`, { headers, signal }),
      );
      await settle();
      controller.abort('the client has gone');
      await call;
    }
  }

  test('is not refused after two hundred', async () => {
    const held = await openHeldService();
    await abandon(held, 200);
    expect((await held.client.callAs('agency', '/v1/clients')).status).toBe(200);
    expect(held.countBegun()).toBe(200);
  });

  test('is refused after more than two hundred, on every path and without any read, unlike other keys', async () => {
    const held = await openHeldService();
    const { client, countBegun, releaseAll } = held;
    await abandon(held, 250);
    expect(countBegun()).toBe(201);
    for (const path of [distinctPathOf(1), filters, '/v1/clients', '/v1/none']) {
      const refused = await client.callAs('agency', path);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(countBegun()).toBe(201);
    const other = client.callAs('readonly', timeline);
    await releaseAll();
    expect((await other).status).toBe(200);
    expect(client.failures).toEqual([]);
  });

  test.each([
    ['two seconds later', 2_000],
    ['if the clock is set back', -3_600_000],
  ])('is accepted again %s', async (_, elapsedMs) => {
    let time = now;
    const held = await openHeldService({ clock: () => time });
    await abandon(held, 201);
    const requestStatus = async () => (await held.client.callAs('agency', '/v1/clients')).status;
    expect(await requestStatus()).toBe(429);
    time += elapsedMs;
    expect(await requestStatus()).toBe(200);
  });
});

test('concurrent requests for the same report read it once', async () => {
  const { client, countBegun, releaseAll, settle } = await openHeldService();
  const calls = range(100).map(() => client.callAs('agency', distinctPathOf(1)));
  await settle();
  await releaseAll();
  expect(await readStatuses(calls)).toEqual(new Set([200]));
  expect(countBegun()).toBe(1);
});

test('the cache counts the size of reports, but not the length of their queries', async () => {
  const { callAs, service } = await openTestClient(createMemoryStore());
  const long = 'x'.repeat(30_000);
  let before = service.reportCacheStats();
  for (const n of range(20)) {
    expect((await callAs('agency', `${timeline}?tag=${long}${n}`)).status).toBe(200);
    const { entries, bytes } = service.reportCacheStats();
    expect(entries).toBe(before.entries + 1);
    // The key of an entry is only a digest of the query.
    expect(bytes - before.bytes).toBeGreaterThan(1_024);
    expect(bytes - before.bytes).toBeLessThan(10_000);
    before = { ...before, entries, bytes };
  }
});

test('concurrent calls after an import read the accounts once', async () => {
  const memory = createMemoryStore();
  const accounts = vi.fn(memory.lookups.accounts);
  const { callAs } = await openTestClient({ ...memory, lookups: { ...memory.lookups, accounts } });
  accounts.mockClear();
  expect(await readStatuses(range(300).map(() => callAs('agency', timeline)))).toEqual(
    new Set([200]),
  );
  expect(accounts).toHaveBeenCalledTimes(1);
});

test('calls that wait while their key is revoked get 401', async () => {
  const { client, releaseAll, settle } = await openHeldService();
  const waiting = range(20).map((n) => client.callAs('agency', distinctPathOf(n)));
  await settle();
  const [key] = (await client.store.keys()).filter(({ name }) => name === 'agency');
  if (!key) throw new Error('The small world has no such key.');
  await client.store.putKeys({ ...key, revokedAt: 1 });
  await releaseAll();
  expect(await readStatuses(waiting)).toEqual(new Set([401]));
});
