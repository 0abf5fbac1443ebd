import { expect, it, onTestFinished, vi } from 'vitest';
import { openServer } from '../../src/service/store/clickhouse/engine/engine.ts';
import { singleLayout } from '../../src/service/store/clickhouse/engine/layout.ts';
import { createServerLease } from '../../src/service/store/clickhouse/engine/locks.ts';
import { tables } from '../../src/service/store/clickhouse/engine/tables.ts';
import { StoreFull, StoreUnavailable } from '../../src/service/store/store.ts';
import { openBridge } from './bridge.ts';

/** Opens the leases of two hosts on one server. */
async function openTwoHosts() {
  const bridge = await openBridge();
  onTestFinished(() => bridge.remove());
  const engines = [1, 2].map(() => openServer(bridge.url, 4, singleLayout));
  const [one, other] = engines;
  if (!one || !other) throw new Error('There must be two hosts.');
  onTestFinished(async () => {
    for (const engine of engines) await engine.close();
  });
  for (const table of tables) {
    for (const statement of singleLayout.createStatements(table)) await one.define(statement);
  }
  const runners = { table: 'runnerClaims', pollEveryMs: 10 } as const;
  return {
    one: createServerLease(one),
    other: createServerLease(other),
    otherEngine: other,
    oneRunner: createServerLease(one, runners),
    otherRunner: createServerLease(other, runners),
  };
}

it('a host whose claim expires in the queue gets an error, and can take the lease later', async () => {
  const { one, other, otherEngine } = await openTwoHosts();
  const heldLock = await one.acquire();
  const { run } = otherEngine;
  const runSpy = vi.spyOn(otherEngine, 'run');
  // The claim is written as if its last heartbeat had been 20 seconds ago.
  runSpy.mockImplementationOnce((sql, params) =>
    run.call(otherEngine, sql.replace('(now64(3))', '(now64(3)) - 20000'), params),
  );
  await expect(other.acquire()).rejects.toThrow(StoreUnavailable);
  await heldLock.release();
  const lock = await other.acquire();
  expect(await lock.isStillHeld()).toBe(true);
  await lock.release();
});

it('a claim that fails on a full disk does not block the next lease of its host', async () => {
  const { other, otherEngine } = await openTwoHosts();
  vi.spyOn(otherEngine, 'run').mockRejectedValueOnce(
    new StoreFull('The disk is full, so nothing was changed. Free some space and try again.'),
  );
  const waitingLocks = [other.acquire(), other.acquire()];
  await expect(waitingLocks[0]).rejects.toThrow(StoreFull);
  await (await waitingLocks[1])?.release();
});

it('a host that waits for the lease of another can end its wait, and take the lease later', async () => {
  const { oneRunner, otherRunner } = await openTwoHosts();
  const heldLock = await oneRunner.acquire();
  const abort = new AbortController();
  const reason = new Error('The host stops.');
  const wait = otherRunner.acquire(() => abort.abort(reason), abort.signal);
  await expect(wait).rejects.toBe(reason);
  await heldLock.release();
  const lock = await otherRunner.acquire();
  expect(await lock.isStillHeld()).toBe(true);
  await lock.release();
});

it('hosts that run scans do not wait for those that import', async () => {
  const { one, otherRunner } = await openTwoHosts();
  const importLock = await one.acquire();
  const runnerLock = await otherRunner.acquire();
  expect([await importLock.isStillHeld(), await runnerLock.isStillHeld()]).toEqual([true, true]);
  await runnerLock.release();
  await importLock.release();
});
