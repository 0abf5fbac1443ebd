import { expect, test } from 'vitest';
import type { CommandContext } from '../../src/host/admin/command.ts';
import { scanCommands } from '../../src/host/admin/scan-administration.ts';
import type { Asked } from '../../src/service/scans/platform.ts';
import type { RunnerLease } from '../../src/service/store/ledger.ts';
import { StoreUnavailable } from '../../src/service/store/store.ts';
import { ScanWorld } from './scan-world.ts';

const unavailable = new StoreUnavailable('The store is not available right now.');

/** A world whose host uses a changed ledger. */
async function beginWith(changes: (world: ScanWorld) => ScanWorld['ledgerChanges']) {
  const world = new ScanWorld({ prompts: 10, settings: { platforms: ['claude_api'] } });
  world.ledgerChanges = changes(world);
  world.scanRunner = world.createHost();
  return world.begin();
}

test('nothing more is asked while it cannot be written down what came back', async () => {
  let isFailing = false;
  const world = await beginWith(({ store }) => ({
    async endQuestions(ends) {
      if (isFailing) throw unavailable;
      await store.ledger.endQuestions(ends);
    },
  }));
  const { id } = await world.request();
  await world.timers.until(() => world.asked.length === 4);
  isFailing = true;
  await world.timers.advance(60_000);
  expect(world.asked).toHaveLength(4);
  expect(world.errors).toContain(unavailable);
  const since = world.scanRunner.notStoredSince(id) ?? Number.NaN;
  expect(world.timers.now() - since).toBeGreaterThan(50_000);
  const { store, scanRunner, siteId } = world;
  const context: CommandContext = {
    ...{ store, clock: () => world.timers.now(), isServing: true, keepsTexts: true },
    ...{ service: () => Promise.reject(new Error('It is not needed.')) },
    scanRunner: async () => scanRunner,
  };
  expect(
    await scanCommands['scan/progress'].run(context, { siteId, scanId: id }, {}),
  ).toMatchObject({ notStoredSince: new Date(since).toISOString() });
  isFailing = false;
  expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
  expect(world.scanRunner.notStoredSince(id)).toBeNull();
  expect(world.asked).toHaveLength(10);
  await world.close();
});

test('nothing is sent whose start may not be written down, and it is asked later', async () => {
  let failures = 1;
  const world = await beginWith(({ store }) => ({
    async startQuestions(lease, questions) {
      const stored = await store.ledger.startQuestions(lease, questions);
      // The confirmation is lost.
      if (failures-- > 0) throw unavailable;
      return stored;
    },
  }));
  const { id } = await world.request();
  await world.timers.until(() => world.errors.length > 0);
  expect(world.scanRunner.notStoredSince(id)).not.toBeNull();
  expect(world.asked).toEqual([]);
  expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
  expect(world.asked).toHaveLength(10);
  const asked = await world.store.ledger.askedQuestions(world.siteId, id);
  expect(asked.reduce((sum, { cost }) => sum + cost, 0)).toBe(10 * 10_000);
  await world.close();
});

test('a question sent after a failed start counts as paid if its end cannot be written down', async () => {
  const leases: RunnerLease[] = [];
  let starts = 0;
  let isFailing = false;
  const world = await beginWith(({ store }) => ({
    async takeLease(signal) {
      const lease = await store.ledger.takeLease(signal);
      const number = leases.push(lease);
      return {
        id: lease.id,
        isStillHeld: async () => !(isFailing && number === 2) && lease.isStillHeld(),
        end: () => lease.end(),
      };
    },
    async startQuestions({ id }, questions) {
      starts += 1;
      const lease = leases.find((held) => held.id === id);
      if (starts === 1 || !lease) throw unavailable;
      return store.ledger.startQuestions(lease, questions);
    },
    async endQuestions(ends) {
      if (isFailing) throw unavailable;
      await store.ledger.endQuestions(ends);
    },
  }));
  const { id } = await world.request();
  await world.timers.until(() => world.asked.length === 4);
  isFailing = true;
  await world.timers.until(() => leases.length === 3);
  isFailing = false;
  await world.ended(id);
  const asked = await world.store.ledger.askedQuestions(world.siteId, id);
  const lost = asked.filter(({ outcome }) => outcome === 'interrupted');
  expect(lost.map(({ cost }) => cost)).toEqual([20_000, 20_000, 20_000, 20_000]);
  expect(world.asked).toHaveLength(10);
  await world.close();
});

test('a host that loses its lease starts nothing more, and keeps what comes back', async () => {
  const leases: RunnerLease[] = [];
  const askedBefore: number[] = [];
  let isLost = false;
  const world = await beginWith(({ store, asked }) => ({
    async takeLease(signal) {
      const lease = await store.ledger.takeLease(signal);
      leases.push(lease);
      askedBefore.push(asked.length);
      const { id } = lease;
      return {
        id,
        isStillHeld: async () => !(isLost && leases.length === 1) && lease.isStillHeld(),
        end: () => lease.end(),
      };
    },
    async startQuestions(lease, questions) {
      const held = leases.find(({ id }) => id === lease.id);
      if (!held || (isLost && leases.length === 1)) return [];
      return store.ledger.startQuestions(held, questions);
    },
  }));
  const { id } = await world.request();
  await world.timers.until(() => world.asked.length === 4);
  isLost = true;
  expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
  expect(askedBefore).toEqual([0, 4]);
  expect(world.asked).toHaveLength(10);
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 10 });
  expect(world.errors).toEqual([]);
  await world.close();
});

test('a host that could not store says nothing of it once another one runs the scan', async () => {
  let failures = 1;
  const world = await beginWith(({ store }) => ({
    async startQuestions(lease, questions) {
      if (failures-- > 0) throw unavailable;
      return store.ledger.startQuestions(lease, questions);
    },
  }));
  const other = world.createHost();
  other.start();
  const { id } = await world.request();
  await world.timers.until(() => world.errors.length > 0);
  expect(world.scanRunner.notStoredSince(id)).not.toBeNull();
  await world.timers.until(() => world.asked.length > 4);
  await world.timers.advance(10_000);
  expect(world.scanRunner.notStoredSince(id)).toBeNull();
  await world.close();
  world.scanRunner = other;
  expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
  await world.close();
});

test('an import that fails is tried again after a minute, without asking anything', async () => {
  let failures = 1;
  const world = await beginWith(({ store }) => ({
    async *answersOf(siteId, scanId) {
      if (failures-- > 0) throw unavailable;
      yield* store.ledger.answersOf(siteId, scanId);
    },
  }));
  const { id } = await world.request();
  await world.timers.until(() => world.errors.length > 0);
  const failedAt = world.timers.now();
  expect(world.scanRunner.notStoredSince(id)).toBe(failedAt);
  expect(world.scanRunner.notStoredSince('another')).toBeNull();
  const scan = await world.ended(id);
  expect(scan).toMatchObject({ step: 'completed' });
  expect((scan.endedAt ?? 0) - failedAt).toBeGreaterThanOrEqual(60_000);
  expect(world.asked).toHaveLength(10);
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 10 });
  await world.close();
});

/** A world whose imports fail until they are mended. */
async function beginUnimportable() {
  const imports = { areFailing: true };
  const world = await beginWith(({ store }) => ({
    async *answersOf(siteId, scanId) {
      if (imports.areFailing) throw unavailable;
      yield* store.ledger.answersOf(siteId, scanId);
    },
  }));
  return { world, imports };
}

test('an import that fails ten times is given up, and a retry imports the answers without asking', async () => {
  const { world, imports } = await beginUnimportable();
  const { id } = await world.request();
  await world.timers.until(() => world.errors.length === 10, 6 * 3_600_000);
  const failed = await world.ended(id);
  expect(failed).toMatchObject({
    step: 'failed',
    remark: 'The answers could not be imported. Retry the scan to import them.',
  });
  imports.areFailing = false;
  await world.scanRunner.retryScan(world.tenant, world.siteId, id);
  expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 10 });
  expect(world.asked).toHaveLength(10);
  expect(world.errors).toHaveLength(10);
  await world.close();
});

test('a retry of a scan whose import was given up asks nothing, whatever was not answered', async () => {
  const { world, imports } = await beginUnimportable();
  let failures = 1;
  world.respond = (asked) =>
    failures-- > 0
      ? { outcome: 'failed', reason: 'Broken.', cost: 0, raw: null }
      : world.answer(asked);
  const { id } = await world.request();
  await world.timers.until(() => world.errors.length === 1);
  await world.scanRunner.cancelScan(world.tenant, world.siteId, id);
  await world.ended(id);
  imports.areFailing = false;
  const retried = await world.scanRunner.retryScan(world.tenant, world.siteId, id);
  expect(retried.step).toBe('importing');
  expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 9 });
  expect(world.asked).toHaveLength(10);
  await world.scanRunner.retryScan(world.tenant, world.siteId, id);
  await world.ended(id);
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 10 });
  await world.close();
});

test('an import that failed is not repeated once the scan is cancelled', async () => {
  const { world } = await beginUnimportable();
  const { id } = await world.request();
  await world.timers.until(() => world.errors.length === 1);
  await world.timers.advance(1_000);
  await world.scanRunner.cancelScan(world.tenant, world.siteId, id);
  expect((await world.ended(id)).step).toBe('failed');
  expect(world.errors).toHaveLength(1);
  await world.close();
});

test('an import during which the scan is cancelled is not repeated once it has failed', async () => {
  let imports = 0;
  const world = await beginWith((world) => ({
    async *answersOf(siteId, scanId) {
      imports += 1;
      await world.timers.pause(20_000, new AbortController().signal);
      if (imports === 1) throw unavailable;
      yield* world.store.ledger.answersOf(siteId, scanId);
    },
  }));
  const { id } = await world.request();
  await world.timers.until(() => imports === 1);
  await world.timers.advance(1_000);
  await world.scanRunner.cancelScan(world.tenant, world.siteId, id);
  expect((await world.ended(id)).step).toBe('failed');
  expect(imports).toBe(1);
  await world.close();
});

test('a scan that is removed while it waits for its import does not come back', async () => {
  let isRemoving = false;
  const world = await beginWith((world) => ({
    async addStep(scan, step, at, remark) {
      await world.store.ledger.addStep(scan, step, at, remark);
      if (!isRemoving || step !== 'importing') return;
      await world.store.ledger.addStep(scan, 'removed', at);
      await world.write([{ type: 'scan', id: scan.id, removed: true }]);
    },
  }));
  let failures = 3;
  world.respond = (asked) =>
    failures-- > 0
      ? { outcome: 'failed', reason: 'Broken.', cost: 0, raw: null }
      : world.answer(asked);
  const { id } = await world.ended((await world.request()).id);
  isRemoving = true;
  await world.scanRunner.retryScan(world.tenant, world.siteId, id);
  await world.timers.until(() => world.asked.length === 13);
  await world.timers.advance(10_000);
  expect(await world.store.lookups.scans([id])).toEqual([]);
  expect(world.errors).toEqual([]);
  await world.close();
});

test.each([
  ['cancelled', 10, 'The scan was cancelled.'],
  ['at its ceiling', 0.2, 'The ceiling of this scan is reached.'],
])(
  'a scan that was %s says so, even if another host imports it',
  async (_, scanCeilingUsd, remark) => {
    let isFailing = true;
    const world = new ScanWorld({
      prompts: 10,
      settings: { platforms: ['claude_api'], scanCeilingUsd },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    world.respond = async (asked) => ({ ...(await world.answer(asked)), cost: 22_000 }) as Asked;
    world.ledgerChanges = {
      async *answersOf(siteId, scanId) {
        if (isFailing) throw unavailable;
        yield* world.store.ledger.answersOf(siteId, scanId);
      },
    };
    world.scanRunner = world.createHost();
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(() => world.asked.length === 9);
    await world.timers.advance(1_000);
    if (scanCeilingUsd === 10) await world.scanRunner.cancelScan(world.tenant, world.siteId, id);
    await world.timers.until(() => world.errors.length === 1);
    await world.close();
    isFailing = false;
    world.scanRunner = world.createHost();
    world.scanRunner.start();
    const scan = await world.ended(id);
    expect(scan.step).toBe('completed');
    expect(scan.remark).toContain(remark);
    await world.close();
  },
);

test('a host that stops while nothing can be written down ends within 30 seconds', async () => {
  const world = await beginWith(() => ({
    async endQuestions() {
      throw unavailable;
    },
  }));
  const never = new Promise<Asked>(() => {});
  world.respond = (asked) => (world.asked.length === 1 ? never : world.answer(asked));
  await world.request();
  await world.timers.until(() => world.asked.length === 4);
  expect(await world.close()).toBeLessThanOrEqual(30_000);
});
