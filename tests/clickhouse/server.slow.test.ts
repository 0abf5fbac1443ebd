import { createClient } from '@clickhouse/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createService } from '../../src/service/app.ts';
import { openClickHouseServer } from '../../src/service/store/clickhouse/open.ts';
import { type Store, StoreUnavailable } from '../../src/service/store/store.ts';
import { loadSmallWorld, measured, now } from '../service/small-world.ts';
import { waitOptions } from '../setup/wait-options.ts';
import { type Bridge, openBridge } from './bridge.ts';

let bridge: Bridge;
let stores: Store[] = [];

async function open(): Promise<Store> {
  const store = await openClickHouseServer({ url: bridge.url });
  stores.push(store);
  return store;
}

/**
 * Creates a service on the store and requests its clients with the key; returns the status and the Retry-After header.
 */
async function requestClients(
  store: Store,
  key: string,
): Promise<{ status: number; retryAfter: string | null }> {
  const service = createService({
    store,
    clock: () => now,
    cursorSecret: new Uint8Array(32),
    mayUseSampleKeys: () => false,
    onError: () => {},
  });
  const headers = { Authorization: `Bearer ${key}` };
  const response = await service.fetch(new Request('http://x/v1/clients', { headers }));
  return { status: response.status, retryAfter: response.headers.get('Retry-After') };
}

beforeEach(async () => {
  bridge = await openBridge();
});
afterEach(async () => {
  for (const store of stores) await store.close();
  stores = [];
  await bridge.remove();
});

describe('a ClickHouse store', () => {
  it('fails to open if the server rejects the password, and does not reveal it', async () => {
    const url = new URL(bridge.url);
    url.password = 'not-the-password';
    const error = await openClickHouseServer({ url }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'LoginRefused' });
    expect(String(error)).not.toContain('not-the-password');
  });

  it('waits for a server that is unavailable at startup, then works', async () => {
    await bridge.kill();
    const store = await open();
    await expect(store.ping()).rejects.toThrow(StoreUnavailable);
    await bridge.start();
    await vi.waitFor(() => store.ping(), waitOptions);
    const key = await loadSmallWorld(store);
    expect((await requestClients(store, key('agency'))).status).toBe(200);
  });

  it('causes 503 responses with Retry-After while its server is unavailable', async () => {
    const store = await open();
    const key = await loadSmallWorld(store);
    expect((await requestClients(store, key('agency'))).status).toBe(200);
    await bridge.kill();
    await vi.waitFor(
      async () => expect(await requestClients(store, key('agency'))).toMatchObject({ status: 503 }),
      waitOptions,
    );
    expect(Number((await requestClients(store, key('agency'))).retryAfter)).toBeGreaterThan(0);
    await bridge.start();
    await vi.waitFor(
      async () => expect((await requestClients(store, key('agency'))).status).toBe(200),
      waitOptions,
    );
  });

  it('shows nothing of an import if the server died before the commit', async () => {
    const store = await open();
    const key = await loadSmallWorld(store);
    const before = await store.dataVersion();
    const writer = await store.beginImport();
    const [scan] = await store.lookups.scans([measured.scans.first]);
    if (!scan) throw new Error('The small world has no such scan.');
    const emptyCatalogue = {
      accounts: [],
      clients: [],
      sites: [],
      brands: [],
      prompts: [],
      recommendations: [],
    };
    await writer.writeCatalogue({ ...emptyCatalogue, scans: [{ ...scan, status: 'failed' }] });
    await bridge.kill();
    await expect(writer.commit()).rejects.toThrow(StoreUnavailable);
    await writer.abort();
    await bridge.start();
    await vi.waitFor(() => store.ping(), waitOptions);
    expect(await store.dataVersion()).toBe(before);
    expect((await store.lookups.scans([scan.id]))[0]?.status).toBe(scan.status);
    expect((await requestClients(store, key('agency'))).status).toBe(200);
  });
});

describe('two hosts on one server', () => {
  const account = { id: measured.siteId, name: 'New', kind: 'agency' as const, sample: false };
  const emptyCatalogue = {
    clients: [],
    sites: [],
    brands: [],
    prompts: [],
    scans: [],
    recommendations: [],
  };

  it('share new keys and revocations', async () => {
    const [one, other] = [await open(), await open()];
    const key = await loadSmallWorld(one);
    await vi.waitFor(
      async () => expect((await requestClients(other, key('agency'))).status).toBe(200),
      waitOptions,
    );
    const record = (await one.keys()).find(({ name }) => name === 'agency');
    if (!record) throw new Error('The small world has no such key.');
    await one.putKeys({ ...record, revokedAt: now });
    await vi.waitFor(
      async () => expect((await requestClients(other, key('agency'))).status).toBe(401),
      waitOptions,
    );
  });

  it('never restore a revoked key by recording its use', async () => {
    const [one, other] = [await open(), await open()];
    const key = await loadSmallWorld(one);
    await vi.waitFor(
      async () => expect((await requestClients(other, key('agency'))).status).toBe(200),
      waitOptions,
    );
    const record = (await one.keys()).find(({ name }) => name === 'agency');
    if (!record) throw new Error('The small world has no such key.');
    await Promise.all([
      one.putKeys({ ...record, revokedAt: now }),
      other.recordKeyUses(new Map([[record.id, now + 1]])),
    ]);
    const lateStore = await open();
    for (const store of [lateStore, one]) {
      const storedKey = (await store.keys()).find(({ id }) => id === record.id);
      expect(storedKey).toMatchObject({ revokedAt: now, lastUsedAt: now + 1 });
    }
  });

  it('lose no data of an import that begins after the other host aborted one', async () => {
    const [one, other] = [await open(), await open()];
    await loadSmallWorld(one);
    const before = await one.dataVersion();
    const abortedWriter = await one.beginImport();
    await abortedWriter.abort();
    const writer = await other.beginImport();
    await writer.writeCatalogue({ ...emptyCatalogue, accounts: [account] });
    // By now, the first host has cleaned up its aborted import.
    await writer.commit();
    expect(await other.dataVersion()).not.toBe(before);
    expect((await other.lookups.accounts()).map(({ name }) => name)).toContain('New');
  });

  it('take turns importing', async () => {
    const [one, other] = [await open(), await open()];
    const first = await one.beginImport();
    let hasBegun = false;
    const second = other.beginImport().then((writer) => {
      hasBegun = true;
      return writer;
    });
    await first.writeCatalogue({ ...emptyCatalogue, accounts: [account] });
    expect(hasBegun).toBe(false);
    await first.commit();
    const writer = await second;
    await writer.writeCatalogue({ ...emptyCatalogue, accounts: [{ ...account, name: 'Newer' }] });
    await writer.commit();
    // The first host may not have noticed the second import yet.
    const names = (await one.lookups.accounts()).map(({ name }) => name);
    expect((await other.lookups.accounts()).map(({ name }) => name)).toEqual(['Newer']);
    expect(['New', 'Newer']).toContain(names[0]);
  });
});

describe('a host that loses its claim during an import', () => {
  const account = { id: measured.siteId, name: 'Late', kind: 'agency' as const, sample: false };
  const emptyCatalogue = {
    clients: [],
    sites: [],
    brands: [],
    prompts: [],
    scans: [],
    recommendations: [],
  };

  /** Deletes all claims, which has the same effect as heartbeats that stop for too long. */
  async function expireClaims(): Promise<void> {
    const client = createClient({ url: bridge.url });
    await client.command({ query: 'TRUNCATE TABLE claims' });
    await client.close();
  }

  it('cannot finish it, whether or not another host has imported in the meantime', async () => {
    const [one, other] = [await open(), await open()];
    for (const hasOtherImported of [false, true]) {
      const lateWriter = await one.beginImport();
      await lateWriter.writeCatalogue({ ...emptyCatalogue, accounts: [account] });
      await expireClaims();
      if (hasOtherImported) {
        const writer = await other.beginImport();
        await writer.writeCatalogue({
          ...emptyCatalogue,
          accounts: [{ ...account, name: 'In time' }],
        });
        await writer.commit();
      }
      await expect(lateWriter.commit()).rejects.toThrow(
        'Nothing from this import was saved; import again.',
      );
      await lateWriter.abort();
      const names = (await other.lookups.accounts()).map(({ name }) => name);
      expect(names).toEqual(hasOtherImported ? ['In time'] : []);
    }
    const retry = await one.beginImport();
    await retry.writeCatalogue({ ...emptyCatalogue, accounts: [account] });
    await retry.commit();
    expect((await one.lookups.accounts()).map(({ name }) => name)).toEqual(['Late']);
  });
});

describe('a server that is too slow', () => {
  let timeoutMs = 60_000;
  beforeAll(() => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error('too slow')), timeoutMs).unref();
      return controller.signal;
    });
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  it('causes 503 responses until it is fast again', async () => {
    const store = await open();
    const key = await loadSmallWorld(store);
    await bridge.delayResponses(1_000);
    timeoutMs = 300;
    expect((await requestClients(store, key('agency'))).status).toBe(503);
    await bridge.delayResponses(0);
    timeoutMs = 60_000;
    await vi.waitFor(
      async () => expect((await requestClients(store, key('agency'))).status).toBe(200),
      waitOptions,
    );
  });
});
