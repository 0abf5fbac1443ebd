import { expect, it, onTestFinished, vi } from 'vitest';
import { openServer } from '../../src/service/store/clickhouse/engine/engine.ts';
import { singleLayout } from '../../src/service/store/clickhouse/engine/layout.ts';
import { tables } from '../../src/service/store/clickhouse/engine/tables.ts';
import { createServerTurns } from '../../src/service/store/clickhouse/engine/turns.ts';
import { StoreFull, StoreUnavailable } from '../../src/service/store/store.ts';
import { openBridge } from './bridge.ts';

/** Opens the turns of two hosts on one server. */
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
    one: createServerTurns(one),
    other: createServerTurns(other),
    otherEngine: other,
    oneRunner: createServerTurns(one, runners),
    otherRunner: createServerTurns(other, runners),
  };
}

it('a host whose claim expires in the queue gets an error, and can take a turn later', async () => {
  const { one, other, otherEngine } = await openTwoHosts();
  const heldTurn = await one.take();
  const { run } = otherEngine;
  const runSpy = vi.spyOn(otherEngine, 'run');
  // The claim is written as if its last heartbeat had been 20 seconds ago.
  runSpy.mockImplementationOnce((sql, params) =>
    run.call(otherEngine, sql.replace('(now64(3))', '(now64(3)) - 20000'), params),
  );
  await expect(other.take()).rejects.toThrow(StoreUnavailable);
  await heldTurn.end();
  const turn = await other.take();
  expect(await turn.isStillHeld()).toBe(true);
  await turn.end();
});

it('a claim that fails on a full disk does not block the next turn of its host', async () => {
  const { other, otherEngine } = await openTwoHosts();
  vi.spyOn(otherEngine, 'run').mockRejectedValueOnce(
    new StoreFull('The disk is full, so nothing was changed. Free some space and try again.'),
  );
  const waitingTurns = [other.take(), other.take()];
  await expect(waitingTurns[0]).rejects.toThrow(StoreFull);
  await (await waitingTurns[1])?.end();
});

it('a host that waits for the turn of another can end its wait, and take the turn later', async () => {
  const { oneRunner, otherRunner } = await openTwoHosts();
  const heldTurn = await oneRunner.take();
  const abort = new AbortController();
  const reason = new Error('The host stops.');
  const wait = otherRunner.take(() => abort.abort(reason), abort.signal);
  await expect(wait).rejects.toBe(reason);
  await heldTurn.end();
  const turn = await otherRunner.take();
  expect(await turn.isStillHeld()).toBe(true);
  await turn.end();
});

it('hosts that run scans do not wait for those that import', async () => {
  const { one, otherRunner } = await openTwoHosts();
  const importTurn = await one.take();
  const runnerTurn = await otherRunner.take();
  expect([await importTurn.isStillHeld(), await runnerTurn.isStillHeld()]).toEqual([true, true]);
  await runnerTurn.end();
  await importTurn.end();
});
