import type * as v from 'valibot';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createClickHouseStore } from '../../src/service/store/clickhouse/clickhouse-store.ts';
import { Engine } from '../../src/service/store/clickhouse/engine.ts';
import { singleLayout } from '../../src/service/store/clickhouse/layout.ts';
import { turnsOfProcess } from '../../src/service/store/clickhouse/turns.ts';
import { StoreUnavailable } from '../../src/service/store/store.ts';

/** A server without data, whose answers may be held back or refused. */
class Server extends Engine {
  asked = 0;
  answer = (): Promise<void> => Promise.resolve();

  override async define(): Promise<void> {}
  override async insert(): Promise<void> {}
  override async rows<S extends v.GenericSchema>(): Promise<v.InferOutput<S>[]> {
    this.asked += 1;
    await this.answer();
    return [];
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A host that has just looked at its server. */
async function open() {
  const server = new Server([], singleLayout, null);
  const store = createClickHouseStore(server, {
    layout: singleLayout,
    turns: turnsOfProcess(),
    now: Date.now,
    shared: true,
  });
  onTestFinished(() => store.close());
  await store.ping();
  server.asked = 0;
  return { server, store };
}

/** What one look at the server for news asks. */
const questions = 2;

it('a server is asked for news twice a second', async () => {
  const { server } = await open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.asked).toBe(20 * questions);
});

it('a slow server is asked for news every two seconds, and twice a second when it has answered', async () => {
  const { server } = await open();
  const held = Promise.withResolvers<void>();
  server.answer = () => held.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  // At once, and then by the clock: at 2, 4, 6, 8 and 10 seconds.
  expect(server.asked).toBe(6 * questions);
  held.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.asked).toBe(8 * questions);
});

it('a host that lost its server answers nothing until it has it again', async () => {
  const { server, store } = await open();
  server.answer = () => Promise.reject(new StoreUnavailable('Away.'));
  await vi.advanceTimersByTimeAsync(500);
  server.answer = () => Promise.resolve();
  await expect(store.dataVersion()).rejects.toThrow('The server cannot be reached.');
  await vi.advanceTimersByTimeAsync(500);
  await expect(store.dataVersion()).resolves.toBeDefined();
});

it('a host whose question hangs has its server again within two seconds of its return', async () => {
  const { server, store } = await open();
  server.answer = () => Promise.reject(new StoreUnavailable('Away.'));
  await vi.advanceTimersByTimeAsync(500);
  server.answer = () => new Promise(() => {});
  await vi.advanceTimersByTimeAsync(500);
  server.answer = () => Promise.resolve();
  await expect(store.dataVersion()).rejects.toThrow('The server cannot be reached.');
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(store.dataVersion()).resolves.toBeDefined();
});

it('a question that fails after a later one was answered changes nothing', async () => {
  const { server, store } = await open();
  const held = Promise.withResolvers<void>();
  server.answer = () => held.promise;
  await vi.advanceTimersByTimeAsync(500);
  server.answer = () => Promise.resolve();
  await vi.advanceTimersByTimeAsync(2_000);
  held.reject(new StoreUnavailable('Away.'));
  await vi.advanceTimersByTimeAsync(1);
  await expect(store.dataVersion()).resolves.toBeDefined();
});
