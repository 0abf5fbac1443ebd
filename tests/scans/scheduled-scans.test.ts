import { expect, test } from 'vitest';
import { scanDayOf } from '../../src/service/store/scan-day.ts';
import { StoreUnavailable } from '../../src/service/store/store.ts';
import { ScanWorld, settle } from './scan-world.ts';

const hour = 3_600_000;
/** Every Monday; 2 November 2026 is one. */
const monday = { days: [1], time: '06:00', zone: 'Europe/Berlin' };
const daily = { ...monday, days: [1, 2, 3, 4, 5, 6, 7] };

const dueTimesOf = async (world: ScanWorld) =>
  (await world.scans()).map(({ dueAt }) => dueAt && new Date(dueAt).toISOString());

test('a schedule runs a scan within seconds of its due time', async () => {
  const world = await new ScanWorld({
    start: '2026-11-02T04:59:00Z',
    settings: { schedule: monday },
  }).begin();
  await world.timers.advance(59_000);
  expect(await world.scans()).toEqual([]);
  await world.timers.advance(60_000);
  const [scan] = await world.scans();
  expect(scan).toMatchObject({
    dueAt: Date.parse('2026-11-02T05:00:00Z'),
    requestedBy: '',
    step: 'completed',
  });
  expect((scan?.createdAt ?? 0) - (scan?.dueAt ?? 0)).toBeLessThan(15_000);
  expect(world.asked).toHaveLength(10);
  await settle(world);
});

test('a due time before the schedule was set up does not count', async () => {
  const world = await new ScanWorld({
    start: '2026-11-02T05:00:01Z',
    settings: { schedule: monday },
  }).begin();
  await world.timers.advance(hour / 2);
  expect(await world.scans()).toEqual([]);
  await settle(world);
});

test('due times that pass while no host runs give one scan, late, and never another', async () => {
  const world = await new ScanWorld({
    start: '2026-11-02T04:00:00Z',
    settings: { schedule: daily },
  }).begin();
  await world.close();
  world.timers.jumpTo('2026-11-05T12:00:00Z');
  for (const _ of [1, 2]) {
    world.scanRunner = world.createHost();
    world.scanRunner.start();
    await world.timers.advance(hour / 2);
    await world.close();
  }
  expect(await dueTimesOf(world)).toEqual(['2026-11-05T05:00:00.000Z']);
  expect(world.asked).toHaveLength(10);
  await settle(world);
});

test('a due time while the last scan is still running is skipped, and says so', async () => {
  const world = new ScanWorld({
    start: '2026-11-02T04:59:00Z',
    settings: { schedule: daily },
  });
  const held = Promise.withResolvers<void>();
  world.respond = async (asked) => {
    await held.promise;
    return world.answer(asked);
  };
  await world.begin();
  await world.timers.advance(2 * 60_000);
  world.timers.jumpTo('2026-11-03T04:59:55Z');
  await world.timers.advance(60_000);
  const [second, first] = await world.scans();
  expect(first).toMatchObject({ step: 'running', dueAt: Date.parse('2026-11-02T05:00:00Z') });
  expect(second).toMatchObject({
    step: 'skipped',
    dueAt: Date.parse('2026-11-03T05:00:00Z'),
    remark: 'Another scan of this site was still running.',
  });
  held.resolve();
  expect((await world.ended(first?.id ?? '')).step).toBe('completed');
  expect(world.asked).toHaveLength(10);
  await settle(world);
});

test('a scan that something prevents at its due time has failed with the reason', async () => {
  const world = await new ScanWorld({
    start: '2026-11-02T04:59:00Z',
    settings: { schedule: monday, monthCeilingUsd: null },
  }).begin();
  await world.timers.advance(2 * 60_000);
  const [scan] = await world.scans();
  expect(scan).toMatchObject({ step: 'failed', startedAt: null });
  expect(scan?.remark).toContain('There is no ceiling');
  expect(world.asked).toEqual([]);
  await settle(world);
});

test('a scan that something prevents at its due time is never asked, even if the store fails next', async () => {
  const world = new ScanWorld({
    start: '2026-11-02T04:59:00Z',
    settings: { schedule: monday, scanCeilingUsd: 0.1 },
  });
  world.ledgerChanges = {
    async addStep(scan, step, at, remark) {
      if (step === 'failed') throw new StoreUnavailable('The store is not available right now.');
      await world.store.ledger.addStep(scan, step, at, remark);
    },
  };
  world.scanRunner = world.createHost();
  await world.begin();
  await world.timers.advance(5 * 60_000);
  expect(world.asked).toEqual([]);
  expect((await world.scans()).map(({ step }) => step)).toEqual(['failed']);
  await settle(world);
});

test('for twenty scans that are due at once, what all scans have cost is read once', async () => {
  const world = new ScanWorld({ start: '2026-11-02T04:59:00Z' });
  let reads = 0;
  world.ledgerChanges.spending = (site, ...range) => {
    if (site === null) reads += 1;
    return world.store.ledger.spending(site, ...range);
  };
  world.scanRunner = world.createHost();
  await world.begin();
  const collection = { ...(await world.subject()).settings, schedule: monday };
  const createdAt = new Date(world.timers.now()).toISOString();
  const sites = Array.from({ length: 45 }, (_, n) => ({
    ...{ type: 'site', id: crypto.randomUUID(), accountId: world.accountId, name: `Site ${n}` },
    ...{ createdAt, collection },
  }));
  await world.write(sites);
  reads = 0;
  await world.timers.advance(2 * 60_000);
  const dueTimes = await world.store.ledger.lastDueTimes(world.timers.now());
  expect(dueTimes.size).toBe(45);
  expect(reads).toBe(3);
  await settle(world);
});

test('a scan belongs to the UTC day of its measurement, not to the local day of its schedule', async () => {
  const world = await new ScanWorld({
    start: '2026-11-01T23:00:00Z',
    settings: { schedule: { ...monday, time: '00:30' } },
  }).begin();
  await world.timers.advance(hour);
  const [scan] = await world.scans();
  const [stored] = await world.store.lookups.scans([scan?.id ?? '']);
  // Monday in Berlin, where it is 00:30.
  expect(stored && scanDayOf(stored)).toBe('2026-11-01');
  await settle(world);
});

test('a schedule goes on after the clock was ahead for a while', async () => {
  const world = await new ScanWorld({
    start: '2026-11-02T04:00:00Z',
    settings: { schedule: daily },
  }).begin();
  await world.timers.advance(60_000);
  world.timers.setClock('2026-12-12T04:00:00Z');
  await world.timers.advance(60_000);
  world.timers.setClock('2026-11-02T04:02:00Z');
  await world.timers.advance(2 * hour);
  expect(await dueTimesOf(world)).toEqual(['2026-12-11T05:00:00.000Z', '2026-11-02T05:00:00.000Z']);
  await settle(world);
});

test('a schedule that was set up while the clock was ahead goes on when it no longer is', async () => {
  const world = await new ScanWorld({
    start: '2026-12-12T04:00:00Z',
    settings: { schedule: monday },
  }).begin();
  await world.timers.advance(60_000);
  world.timers.setClock('2026-11-09T04:59:00Z');
  await world.timers.advance(120_000);
  expect(await dueTimesOf(world)).toContain('2026-11-09T05:00:00.000Z');
  await settle(world);
});

test('the outlook has the next due time, and one that has passed without a scan', async () => {
  const world = await new ScanWorld({
    start: '2026-11-02T04:00:00Z',
    settings: { schedule: monday },
  }).begin();
  await world.close();
  const outlook = async () => world.scanRunner.outlook(await world.subject());
  expect(await outlook()).toMatchObject({
    nextDueAt: Date.parse('2026-11-02T05:00:00Z'),
    overdueSince: null,
  });
  world.timers.jumpTo('2026-11-02T06:00:00Z');
  expect(await outlook()).toMatchObject({
    nextDueAt: Date.parse('2026-11-09T05:00:00Z'),
    overdueSince: Date.parse('2026-11-02T05:00:00Z'),
  });
  await settle(world);
});

test('what only runs the scans requested of it leaves those alone that are due or unfinished', async () => {
  const world = await new ScanWorld({
    start: '2026-11-02T04:00:00Z',
    settings: { schedule: monday },
  }).begin();
  await world.close();
  const { plan } = await world.scanRunner.outlook(await world.subject());
  const otherSite = crypto.randomUUID();
  const createdAt = world.timers.now();
  await world.write([
    {
      type: 'site',
      ...{ id: otherSite, accountId: world.accountId, name: 'other.example' },
      createdAt: new Date(createdAt).toISOString(),
    },
  ]);
  const { accountId } = world;
  const left = { id: crypto.randomUUID(), accountId, siteId: otherSite, createdAt, dueAt: null };
  await world.store.ledger.requestScan({ ...left, requestedBy: 'Test key', plan });
  world.timers.jumpTo('2026-11-02T06:00:00Z');
  world.scanRunner = world.createHost({ onlyOwn: true });
  await world.scanRunner.outlook(await world.subject());
  await world.timers.advance(hour / 2);
  expect(world.asked).toEqual([]);
  const { id } = await world.ended((await world.request()).id);
  expect((await world.scans()).map((scan) => scan.id)).toEqual([id]);
  expect(world.asked).toHaveLength(10);
  await settle(world);
});

test('the age of the newest scan of a schedule counts from its completion', async () => {
  const world = await new ScanWorld({
    start: '2026-11-02T04:00:00Z',
    settings: { schedule: monday },
  }).begin();
  await world.timers.advance(hour / 2);
  expect(world.scanRunner.metrics().scheduleAgeMs).toBe(hour / 2);
  await world.timers.advance(hour);
  const [scan] = await world.scans();
  const { scheduleAgeMs, questions, spent } = world.scanRunner.metrics();
  expect(scheduleAgeMs).toBeLessThan(hour / 2);
  expect(world.timers.now() - (scheduleAgeMs ?? 0)).toBeLessThanOrEqual(scan?.endedAt ?? 0);
  expect(questions).toEqual([
    { platform: 'chatgpt_api', outcome: 'answered', questions: 5 },
    { platform: 'claude_api', outcome: 'answered', questions: 5 },
  ]);
  expect(spent).toEqual([
    { platform: 'chatgpt_api', usd: 0.05 },
    { platform: 'claude_api', usd: 0.05 },
  ]);
  await settle(world);
});
