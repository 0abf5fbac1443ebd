import { describe, expect, test } from 'vitest';
import type { Asked } from '../../src/service/scans/platform.ts';
import { ScanWorld, settle } from './scan-world.ts';

describe('a ceiling', () => {
  /** Checks that no question is sent that could pass the ceiling, if each costs three times its estimate. */
  async function checkCeiling(world: ScanWorld, ceiling: number): Promise<void> {
    const [estimate, cost] = [20_000, 60_000];
    let spent = 0;
    let inFlight = 0;
    world.respond = async (asked) => {
      inFlight += 1;
      if (spent + inFlight * estimate > ceiling) world.errors.push('The ceiling is passed.');
      const answer = await world.answer(asked);
      inFlight -= 1;
      spent += cost;
      return { ...answer, cost } as Asked;
    };
    await world.begin();
  }

  test('of a scan is not passed by anything that is started', async () => {
    const world = new ScanWorld({ settings: { scanCeilingUsd: 0.6 }, prompts: 15 });
    await checkCeiling(world, 600_000);
    const scan = await world.ended((await world.request()).id);
    expect(world.asked.length).toBeLessThan(30);
    expect(scan.step).toBe('failed');
    expect(scan.remark).toContain('The ceiling of this scan is reached.');
    await settle(world);
  });

  test('of a month is not passed by anything that is started', async () => {
    const world = new ScanWorld({ settings: { monthCeilingUsd: 0.6 }, prompts: 15 });
    await checkCeiling(world, 600_000);
    const scan = await world.ended((await world.request()).id);
    expect(scan.remark).toContain('The ceiling of this site for the month is reached.');
    await settle(world);
  });

  test('of all scans is not passed by anything that is started', async () => {
    const world = new ScanWorld({ hostCeilingUsd: 0.6, prompts: 15 });
    await checkCeiling(world, 600_000);
    const scan = await world.ended((await world.request()).id);
    expect(scan.remark).toContain('The ceiling of this installation for the month is reached');
    await settle(world);
  });

  test('is not passed by the costs of questions that cost more than their estimate', async () => {
    const world = new ScanWorld({
      settings: { scanCeilingUsd: 0.6 },
      prompts: 15,
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    await checkCeiling(world, 600_000);
    const { id } = await world.ended((await world.request()).id);
    const asked = await world.store.ledger.askedQuestions(world.siteId, id);
    expect(asked.reduce((sum, { cost }) => sum + cost, 0)).toBe(600_000);
    await settle(world);
  });

  test('is not passed by them after a restart either', async () => {
    const world = new ScanWorld({
      settings: { platforms: ['claude_api'], scanCeilingUsd: 0.32 },
      prompts: 15,
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    await checkCeiling(world, 320_000);
    const { id } = await world.request();
    await world.timers.until(() => world.asked.length === 5);
    await world.close();
    world.scanRunner = world.createHost();
    world.scanRunner.start();
    await world.ended(id);
    expect(world.asked).toHaveLength(5);
    await settle(world);
  });

  test('of a month counts each question in the month in which it is sent', async () => {
    const world = await new ScanWorld({
      start: '2026-11-30T23:59:50Z',
      settings: { monthCeilingUsd: 0.4 },
      prompts: 10,
      pace: { maxInFlight: 1, maxPerMinute: 100 },
    }).begin();
    await world.ended((await world.request()).id);
    const months = await world.store.ledger.spending((await world.subject()).site, 'UTC', 0);
    const sentIn = (month: string) =>
      months.filter((row) => row.month === month).reduce((sum, row) => sum + row.questions, 0);
    expect(sentIn('2026-11')).toBeGreaterThan(0);
    expect(sentIn('2026-11') + sentIn('2026-12')).toBe(20);
    const { monthSpent } = await world.scanRunner.outlook(await world.subject());
    expect(monthSpent).toBe(sentIn('2026-12') * 10_000);
    await settle(world);
  });
});

test('the ceiling of a month counts what it has cost before the clock was ahead', async () => {
  const world = new ScanWorld({ hostCeilingUsd: 0.2 });
  await world.begin();
  await world.ended((await world.request()).id);
  await world.close();
  const { plan } = await world.scanRunner.outlook(await world.subject());

  world.timers.setClock('2026-12-20T06:00:00Z');
  world.scanRunner = world.createHost();
  world.scanRunner.start();
  await world.timers.advance(5_000);
  world.timers.setClock('2026-11-02T07:00:00Z');
  const { siteId, accountId } = world;
  const ids = { id: crypto.randomUUID(), siteId, accountId };
  const request = { ...ids, requestedBy: 'Test key', plan };
  await world.store.ledger.requestScan({ ...request, createdAt: world.timers.now(), dueAt: null });
  await world.ended(request.id);
  // Ten answers cost 10 cents. With 9 more, less is left than the 2 cents that are reserved for one.
  expect(world.asked).toHaveLength(19);
  await settle(world);
});

test('the ceiling of a month counts questions in the month that is written down, if the clock was ahead', async () => {
  const world = new ScanWorld({
    hostCeilingUsd: 0.24,
    settings: { platforms: ['claude_api'] },
    pace: { maxInFlight: 1, maxPerMinute: 1_000 },
  });
  world.respond = () => ({ outcome: 'failed', reason: 'Broken.', cost: 20_000, raw: null });
  await world.begin();
  world.timers.setClock('2026-12-01T07:00:00Z');
  await world.timers.advance(10_000);
  const { id } = await world.ended((await world.request()).id);
  world.timers.setClock('2026-11-02T07:00:00Z');
  await world.timers.advance(10_000);
  // December has cost 10 cents. The same again leaves 4, and the next retry asks two of five questions.
  for (const asked of [10, 12]) {
    await world.scanRunner.retryScan(world.tenant, world.siteId, id);
    await world.ended(id);
    expect(world.asked).toHaveLength(asked);
  }
  await settle(world);
});
