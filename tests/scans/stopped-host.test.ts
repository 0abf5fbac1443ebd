import { describe, expect, test } from 'vitest';
import type { Asked } from '../../src/service/scans/platform.ts';
import { ScanWorld, settle } from './scan-world.ts';

const never = new Promise<Asked>(() => {});

describe('a host that stops', () => {
  test('waits for what is in flight, and the next one goes on', async () => {
    const world = new ScanWorld({ prompts: 20, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(() => world.asked.length === 8);
    await world.close();
    const asked = await world.store.ledger.askedQuestions(world.siteId, id);
    expect(asked).toHaveLength(8);
    expect(asked.every(({ outcome }) => outcome === 'answered')).toBe(true);
    world.scanRunner = world.createHost();
    world.scanRunner.start();
    const scan = await world.ended(id);
    expect(scan).toMatchObject({ step: 'completed', remark: '' });
    expect(world.asked).toHaveLength(40);
    await settle(world);
  });

  test('waits 25 seconds, and writes the others down as interrupted and paid', async () => {
    const world = new ScanWorld({ prompts: 10, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
    world.respond = (asked) => (world.asked.length <= 3 ? never : world.answer(asked));
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(() => world.asked.length === 4);
    expect(await world.close()).toBe(25_000);
    const asked = await world.store.ledger.askedQuestions(world.siteId, id);
    const interrupted = asked.filter(({ outcome }) => outcome === 'interrupted');
    expect(interrupted.map(({ cost }) => cost)).toEqual([20_000, 20_000, 20_000]);
    await settle(world);
  });
});

test('what a killed host had in flight is not asked again, except by a retry', async () => {
  const world = new ScanWorld({ prompts: 10, settings: { platforms: ['claude_api'] } });
  const { ledger } = world.store;
  // The host of the world is not started until a scan was begun elsewhere.
  await world.begin();
  await world.close();
  const { plan } = await world.scanRunner.outlook(await world.subject());
  const id = crypto.randomUUID();
  const at = world.timers.now();
  const { siteId, accountId } = world;
  const lease = await ledger.takeLease(new AbortController().signal);
  const request = { id, accountId, siteId, createdAt: at, dueAt: null, requestedBy: 'Test', plan };
  await ledger.requestScan(request);
  await ledger.addStep(request, 'running', at);
  const question = { accountId, siteId, scanId: id, attempt: 1 };
  const start = { ...question, platform: 'claude_api', region: 'DE', at };
  await ledger.startQuestions(lease, [
    { ...start, question: 0, estimate: 20_000 },
    { ...start, question: 1, estimate: 20_000 },
  ]);
  await lease.end();

  world.scanRunner = world.createHost();
  world.scanRunner.start();
  const scan = await world.ended(id);
  expect(scan).toMatchObject({ step: 'completed', startedAt: at });
  expect(world.asked.map(({ text }) => text).sort()).toEqual(
    Array.from({ length: 8 }, (_, n) => `Question ${n + 3}`).sort(),
  );
  const [lost] = await ledger.askedQuestions(siteId, id);
  expect(lost).toMatchObject({ outcome: 'interrupted', cost: 20_000 });
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 8 });

  await world.scanRunner.retryScan(world.tenant, siteId, id);
  await world.ended(id);
  expect(world.asked.slice(8).map(({ text }) => text)).toEqual(['Question 1', 'Question 2']);
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 10 });
  await settle(world);
});
