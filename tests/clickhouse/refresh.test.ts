import type * as v from 'valibot';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createClickHouseStore } from '../../src/service/store/clickhouse/clickhouse-store.ts';
import { Engine } from '../../src/service/store/clickhouse/engine/engine.ts';
import { singleLayout } from '../../src/service/store/clickhouse/engine/layout.ts';
import { createProcessLock } from '../../src/service/store/clickhouse/engine/locks.ts';
import { StoreUnavailable } from '../../src/service/store/store.ts';

/** A server without data whose responses a test can delay or fail. */
class FakeServerEngine extends Engine {
  queryCount = 0;
  respond = (): Promise<void> => Promise.resolve();

  override async define(): Promise<void> {}
  override async run(): Promise<void> {}
  override async insert(): Promise<void> {}
  override async rows<S extends v.GenericSchema>(): Promise<v.InferOutput<S>[]> {
    this.queryCount += 1;
    await this.respond();
    return [];
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a store on a fake server, and counts queries from then on. */
async function open() {
  const server = new FakeServerEngine([], singleLayout, null);
  const store = createClickHouseStore(server, {
    layout: singleLayout,
    runnerLock: createProcessLock(),
    importLock: createProcessLock(),
    now: Date.now,
    isShared: true,
  });
  onTestFinished(() => store.close());
  await store.ping();
  // Once the store is open, it asks whether removed records are left.
  await vi.advanceTimersByTimeAsync(0);
  server.queryCount = 0;
  return { server, store };
}

const queriesPerPoll = 2;

it('a store polls its server twice a second', async () => {
  const { server } = await open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.queryCount).toBe(20 * queriesPerPoll);
});

it('a store polls a slow server every two seconds, and twice a second once it responds', async () => {
  const { server } = await open();
  const heldPoll = Promise.withResolvers<void>();
  server.respond = () => heldPoll.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  // The first poll, and those at 2, 4, 6, 8 and 10 seconds.
  expect(server.queryCount).toBe(6 * queriesPerPoll);
  heldPoll.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.queryCount).toBe(8 * queriesPerPoll);
});

it('a store that has lost its server serves nothing until a poll succeeds', async () => {
  const { server, store } = await open();
  server.respond = () => Promise.reject(new StoreUnavailable('Away.'));
  await vi.advanceTimersByTimeAsync(500);
  server.respond = () => Promise.resolve();
  await expect(store.dataVersion()).rejects.toThrow('The server cannot be reached.');
  await vi.advanceTimersByTimeAsync(500);
  await expect(store.dataVersion()).resolves.toBeDefined();
});

it('a store recovers within two seconds of its server’s return, even while a poll hangs', async () => {
  const { server, store } = await open();
  server.respond = () => Promise.reject(new StoreUnavailable('Away.'));
  await vi.advanceTimersByTimeAsync(500);
  server.respond = () => new Promise(() => {});
  await vi.advanceTimersByTimeAsync(500);
  server.respond = () => Promise.resolve();
  await expect(store.dataVersion()).rejects.toThrow('The server cannot be reached.');
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(store.dataVersion()).resolves.toBeDefined();
});

it('a store ignores a poll that fails after a later one has succeeded', async () => {
  const { server, store } = await open();
  const heldPoll = Promise.withResolvers<void>();
  server.respond = () => heldPoll.promise;
  await vi.advanceTimersByTimeAsync(500);
  server.respond = () => Promise.resolve();
  await vi.advanceTimersByTimeAsync(2_000);
  heldPoll.reject(new StoreUnavailable('Away.'));
  await vi.advanceTimersByTimeAsync(1);
  await expect(store.dataVersion()).resolves.toBeDefined();
});
