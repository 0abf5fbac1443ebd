import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { problemTypes } from '../../src/contract/problem.ts';
import { sightlinePathTo } from '../../src/contract/sightline/endpoints.ts';
import type { ServiceOptions } from '../../src/service/service.ts';
import { createMemoryStore } from '../../src/service/store/memory/memory-store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { branches, measured, now } from './small-world.ts';
import { openTestClient, type TestClient, type TestResponse } from './test-client.ts';

const timeline = `/v1/sites/${measured.siteId}/reports/timeline`;
const filters = `/v1/sites/${measured.siteId}/filters`;
/** A question that nobody has asked before. */
const distinct = (n: number) => `${timeline}?tag=tag-${n}`;
const range = (n: number) => Array.from({ length: n }, (_, index) => index);

interface Held {
  client: TestClient;
  /** The first tag of each report that the store was asked for and has not yet given, oldest first. */
  asked: () => string[];
  /** How many reports the store was ever asked for. */
  reached: () => number;
  /** Has the store give its oldest report. */
  give: () => Promise<void>;
  giveAll: () => Promise<void>;
  settled: () => Promise<void>;
}

/** A service over a store that gives no report before it is told to. Asking for a report counts from the start. */
async function openHeld(more: Partial<ServiceOptions> = {}): Promise<Held> {
  const memory = createMemoryStore();
  const open: { tag: string; give: () => void }[] = [];
  let reached = 0;
  let isHeld = true;
  const held = async (tag: string, signal: AbortSignal | undefined): Promise<void> => {
    reached += 1;
    if (!isHeld) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { tag, give: resolve };
    open.push(one);
    signal?.addEventListener('abort', () => {
      open.splice(open.indexOf(one), 1);
      reject(signal.reason);
    });
    await promise;
  };
  const store: Store = {
    ...memory,
    async timeline(tenant, siteId, scope, signal) {
      await held(scope.tag[0] ?? '', signal);
      return memory.timeline(tenant, siteId, scope);
    },
    async vocabulary(tenant, siteId, scanId, signal) {
      await held('filters', signal);
      return memory.vocabulary(tenant, siteId, scanId);
    },
  };
  const client = await openTestClient(store, more);
  // Every request has come as far as it can once the loop has turned a few times.
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const give = async () => {
    open.shift()?.give();
    await settled();
  };
  const giveAll = async () => {
    isHeld = false;
    for (const { give: each } of open.splice(0)) each();
    await settled();
  };
  onTestFinished(giveAll);
  return {
    client,
    asked: () => open.map(({ tag }) => tag),
    reached: () => reached,
    give,
    giveAll,
    settled,
  };
}

const statuses = async (answers: readonly Promise<TestResponse>[]) =>
  new Set((await Promise.all(answers)).map(({ status }) => status));

describe('while one key has a hundred reports under way', () => {
  test('another key’s report is read after as many as run at once, not after the hundred', async () => {
    const { client, asked, reached, give, giveAll, settled } = await openHeld();
    const greedy = range(100).map((n) => client.ask('agency', distinct(n)));
    await settled();
    const atOnce = asked().length;
    expect(atOnce).toBeLessThan(10);
    const modest = client.ask('readonly', `${timeline}?tag=modest`);
    await settled();
    while (!asked().includes('modest')) {
      await give();
      expect(reached()).toBeLessThanOrEqual(atOnce + 2);
    }
    await giveAll();
    expect((await modest).status).toBe(200);
    expect(await statuses(greedy)).toEqual(new Set([200]));
  });

  test.each([
    ['clients', '/v1/clients'],
    ['sites', `/v1/clients/${branches.first.ids.clientId}/sites`],
    ['prompt', `/v1/sites/${measured.siteId}/prompts/${measured.prompts.shoes}`],
    ['scan', `/v1/sites/${measured.siteId}/scans/${measured.scans.first}`],
    ['discovery', sightlinePathTo('discovery', {})],
    ['list of all sites', sightlinePathTo('sites', {})],
    ['site', sightlinePathTo('site', { siteId: measured.siteId })],
  ])('its own and other keys’ %s are answered', async (_, path) => {
    const { client, settled } = await openHeld();
    for (const n of range(100)) client.ask('agency', distinct(n));
    for (const n of range(50)) client.ask('agency', `${filters}?unheard=${n}`);
    await settled();
    expect((await client.ask('agency', path)).status).toBe(200);
    expect((await client.ask('readonly', path)).status).toBe(200);
  });

  test('notes are kept', async () => {
    const { client, settled } = await openHeld();
    for (const n of range(100)) client.ask('agency', distinct(n));
    await settled();
    const path = `/v1/sites/${measured.siteId}/recommendations/${measured.recommendations[0]}/notes`;
    expect((await client.note('agency', path, '{"body":"x"}')).status).toBe(201);
  });

  test('a report that is kept already is answered', async () => {
    const { client, giveAll, settled } = await openHeld();
    const first = client.ask('agency', timeline);
    await settled();
    const others = range(100).map((n) => client.ask('agency', distinct(n)));
    await giveAll();
    const { text } = await first;
    await Promise.all(others);
    expect((await client.ask('agency', timeline)).text).toBe(text);
  });
});

test.each([
  ['overview', sightlinePathTo('overview', {})],
  ['scans', sightlinePathTo('scans', { siteId: measured.siteId })],
  ['counts', sightlinePathTo('counts', { siteId: measured.siteId })],
  ['matrix', sightlinePathTo('matrix', { siteId: measured.siteId })],
])('Sightline’s own report %s waits for a turn of its key', async (_, path) => {
  const { client, giveAll, settled } = await openHeld();
  const others = range(20).map((n) => client.ask('agency', distinct(n)));
  await settled();
  const responded = vi.fn();
  const report = client.ask('agency', path).then(responded);
  await settled();
  expect(responded).not.toHaveBeenCalled();
  await giveAll();
  await report;
  expect(responded.mock.calls[0]?.[0].status).toBe(200);
  await Promise.all(others);
});

test('a kept report that is asked for in another coding waits for a turn of its key', async () => {
  const { client, asked, give, giveAll, settled } = await openHeld();
  const ask = (path: string, coding: string) => {
    const headers = {
      Authorization: `Bearer ${client.key('agency')}`,
      'Accept-Encoding': coding,
    };
    return client.service.fetch(new Request(`http://service.test${path}`, { headers }));
  };
  const first = ask(timeline, 'gzip');
  await settled();
  await give();
  expect((await first).status).toBe(200);
  const others = range(20).map((n) => ask(distinct(n), 'gzip'));
  await settled();
  const again = vi.fn();
  const packed = ask(timeline, 'br').then(again);
  await settled();
  expect(asked().length).toBeGreaterThan(0);
  expect(again).not.toHaveBeenCalled();
  await giveAll();
  await packed;
  expect(again.mock.calls[0]?.[0].headers.get('Content-Encoding')).toBe('br');
  await Promise.all(others);
});

test('thirty pages of one key with four calls each are slowed, and none is refused', async () => {
  const { client, giveAll, settled } = await openHeld();
  const calls = range(30).flatMap((page) => [
    client.ask('agency', distinct(page)),
    client.ask('agency', `${timeline}?tag=again-${page}`),
    client.ask('agency', filters),
    client.ask('agency', '/v1/clients'),
  ]);
  await settled();
  await giveAll();
  expect(await statuses(calls)).toEqual(new Set([200]));
});

test('beyond its bound a key gets 429 with when to try again, and another key gets its report', async () => {
  const { client, asked, giveAll, settled } = await openHeld();
  const calls = range(300).map((n) => client.ask('agency', distinct(n)));
  await settled();
  const atOnce = asked().length;
  const other = client.ask('readonly', timeline);
  await giveAll();
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(200 + atOnce);
  expect(refused).toHaveLength(100 - atOnce);
  expect(refused[0]?.headers.get('Content-Type')).toBe('application/problem+json');
  expect(refused[0]?.json).toMatchObject({ type: problemTypes.tooManyRequests, status: 429 });
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await other).status).toBe(200);
  expect(client.failures).toEqual([]);
});

describe('a report that nobody waits for any more', () => {
  test('never reaches the store when it was still waiting', async () => {
    const { client, asked, reached, giveAll, settled } = await openHeld();
    const running = client.ask('agency', distinct(0));
    await settled();
    const gone = new AbortController();
    const { signal } = gone;
    for (const n of range(150)) {
      const request = { headers: { Authorization: `Bearer ${client.key('agency')}` }, signal };
      client.service.fetch(new Request(`http://service.test${distinct(n + 1)}`, request));
    }
    await settled();
    const begun = asked().length;
    gone.abort('the client has gone');
    await settled();
    expect(asked()).toEqual(['tag-0']);
    const next = client.ask('agency', `${timeline}?tag=next`);
    await giveAll();
    expect([(await running).status, (await next).status]).toEqual([200, 200]);
    expect(reached()).toBe(begun + 1);
    expect(client.failures).toEqual([]);
  });

  test('is read on while one of its readers stays, and given up with the last', async () => {
    const { client, asked, reached, settled } = await openHeld();
    const headers = { Authorization: `Bearer ${client.key('agency')}` };
    const readers = range(3).map(() => new AbortController());
    const calls = readers.map(({ signal }) =>
      client.service.fetch(new Request(`http://service.test${distinct(1)}`, { headers, signal })),
    );
    await settled();
    expect(reached()).toBe(1);
    for (const reader of readers) {
      expect(asked()).toEqual(['tag-1']);
      reader.abort('gone');
      await settled();
    }
    expect(asked()).toEqual([]);
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual([499, 499, 499]);
    expect(client.failures).toEqual([]);
  });
});

describe('a key that abandons calls by the hundred', () => {
  /** Sends calls one after another, each given up before its response is there. */
  async function abandon({ client, settled }: Held, calls: number): Promise<void> {
    const headers = { Authorization: `Bearer ${client.key('agency')}` };
    for (const n of range(calls)) {
      const leaving = new AbortController();
      const { signal } = leaving;
      const path = distinct(1_000 + n);
      const call = client.service.fetch(
        new Request(`http://service.test${path}`, { headers, signal }),
      );
      await settled();
      leaving.abort('the client has gone');
      await call;
    }
  }

  test('is answered as before while it abandons two hundred', async () => {
    const held = await openHeld();
    await abandon(held, 200);
    expect((await held.client.ask('agency', '/v1/clients')).status).toBe(200);
    expect(held.reached()).toBe(200);
  });

  test('is refused beyond that on every path, before anything is read, and other keys are not', async () => {
    const held = await openHeld();
    const { client, reached, giveAll } = held;
    await abandon(held, 250);
    expect(reached()).toBe(201);
    for (const path of [distinct(1), filters, '/v1/clients', '/v1/none']) {
      const refused = await client.ask('agency', path);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    const other = client.ask('readonly', timeline);
    await giveAll();
    expect((await other).status).toBe(200);
    expect(client.failures).toEqual([]);
  });

  test.each([
    ['a moment later', 2_000],
    ['where the clock is set back', -3_600_000],
  ])('is answered again %s', async (_, later) => {
    let at = now;
    const held = await openHeld({ clock: () => at });
    await abandon(held, 201);
    const ask = async () => (await held.client.ask('agency', '/v1/clients')).status;
    expect(await ask()).toBe(429);
    at += later;
    expect(await ask()).toBe(200);
  });
});

test('the same question of many readers is read once', async () => {
  const { client, reached, giveAll, settled } = await openHeld();
  const calls = range(100).map(() => client.ask('agency', distinct(1)));
  await settled();
  await giveAll();
  expect(await statuses(calls)).toEqual(new Set([200]));
  expect(reached()).toBe(1);
});

test('many distinct long questions count in the cache with all they take', async () => {
  const { ask, service } = await openTestClient(createMemoryStore());
  const long = 'x'.repeat(30_000);
  let before = service.reports();
  for (const n of range(20)) {
    expect((await ask('agency', `${timeline}?tag=${long}${n}`)).status).toBe(200);
    const { entries, bytes } = service.reports();
    expect(entries).toBe(before.entries + 1);
    // The question itself is not kept: only a digest of it, which is within the overhead of an entry.
    expect(bytes - before.bytes).toBeGreaterThan(1_024);
    expect(bytes - before.bytes).toBeLessThan(10_000);
    before = { ...before, entries, bytes };
  }
});

test('however many calls come at once after an import, the accounts are read once', async () => {
  const memory = createMemoryStore();
  const accounts = vi.fn(memory.lookups.accounts);
  const { ask } = await openTestClient({ ...memory, lookups: { ...memory.lookups, accounts } });
  accounts.mockClear();
  expect(await statuses(range(300).map(() => ask('agency', timeline)))).toEqual(new Set([200]));
  expect(accounts).toHaveBeenCalledTimes(1);
});

test('a key revoked while its calls wait reads nothing with them', async () => {
  const { client, giveAll, settled } = await openHeld();
  const waiting = [...range(20)].map((n) => client.ask('agency', distinct(n)));
  await settled();
  const [key] = (await client.store.keys()).filter(({ name }) => name === 'agency');
  if (!key) throw new Error('there is such a key');
  await client.store.putKey({ ...key, revokedAt: 1 });
  await giveAll();
  expect(await statuses(waiting)).toEqual(new Set([401]));
});
