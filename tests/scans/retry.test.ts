import { describe, expect, test } from 'vitest';
import type { Asked } from '../../src/service/scans/platform.ts';
import { toScanRun } from '../../src/service/scans/scan-progress.ts';
import type { LedgerScan } from '../../src/service/store/ledger.ts';
import { answerTo, ScanWorld, settle } from './scan-world.ts';

describe('a scan of which a part failed', () => {
  const failing = (world: ScanWorld, count: number) => {
    let failures = 0;
    world.respond = (asked) => {
      if (asked.platform !== 'claude_api' || failures >= count) return world.answer(asked);
      failures += 1;
      return { outcome: 'failed', reason: 'The answer is cut short.', cost: null, raw: '{}' };
    };
  };

  test('counts a platform with 80 % of its answers', async () => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 2);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(scan).toMatchObject({ step: 'completed', remark: '' });
    expect(await world.imported(scan.id)).toEqual({ 'claude_api DE': 8, 'chatgpt_api DE': 10 });
    await settle(world);
  });

  test('leaves out a platform with fewer answers, and says so', async () => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(await world.imported(scan.id)).toEqual({ 'chatgpt_api DE': 10 });
    expect(scan.remark).toBe(
      'Claude API (Germany) is left out: only 7 of 10 questions were answered. The answer is cut short.',
    );
    await settle(world);
  });

  test('has taken as long as it ran, without the time between its end and a retry', async () => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 2);
    await world.begin();
    const durationOf = (scan: LedgerScan) => {
      const now = world.timers.now();
      const surroundings = {
        ...{ progress: [], messages: [], waits: [], isNewest: true },
        ...{ notStoredSince: null, now },
      };
      return toScanRun(scan, surroundings).durationMs ?? Number.NaN;
    };
    const first = durationOf(await world.ended((await world.request()).id));
    await world.timers.advance(3_600_000);
    const [{ id } = { id: '' }] = await world.scans();
    await world.scanRunner.retryScan(world.tenant, world.siteId, id);
    const retried = durationOf(await world.ended(id));
    expect(retried).toBeGreaterThan(first);
    expect(retried).toBeLessThan(60_000);
    await settle(world);
  });

  test('says in the singular that one question was not answered', async () => {
    const world = new ScanWorld({ prompts: 1 });
    world.respond = (asked) =>
      asked.platform === 'claude_api'
        ? { outcome: 'failed', reason: 'Broken.', cost: 0, raw: null }
        : world.answer(asked);
    await world.begin();
    const { remark } = await world.ended((await world.request()).id);
    expect(remark).toContain('only 0 of 1 question was answered.');
    await settle(world);
  });

  test('failed if no platform has enough answers, and is imported without any', async () => {
    const world = new ScanWorld({ prompts: 10, settings: { platforms: ['claude_api'] } });
    failing(world, 3);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(scan.step).toBe('failed');
    expect(scan.remark).toContain('Too few questions were answered to measure anything.');
    expect(await world.imported(scan.id)).toEqual({});
    const [stored] = await world.store.lookups.scans([scan.id]);
    expect(stored).toMatchObject({ status: 'failed', completedAt: null });
    await settle(world);
  });

  test('pays the estimate for a failure whose cost is unknown', async () => {
    const world = new ScanWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
    failing(world, 1);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(await world.store.ledger.askedQuestions(world.siteId, scan.id)).toMatchObject([
      { outcome: 'failed', cost: 20_000 },
    ]);
    await settle(world);
  });

  test('asks only the failed questions by a retry, and keeps its day', async () => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id, endedAt } = await world.ended((await world.request()).id);
    const [before] = await world.store.lookups.scans([id]);
    expect(world.asked).toHaveLength(20);
    world.timers.jumpTo('2026-11-04T12:00:00Z');
    await world.scanRunner.retryScan(world.tenant, world.siteId, id);
    const scan = await world.ended(id);
    expect(world.asked).toHaveLength(23);
    expect(scan.endedAt).toBeGreaterThan(endedAt ?? 0);
    expect(await world.imported(id)).toEqual({ 'claude_api DE': 10, 'chatgpt_api DE': 10 });
    const [after] = await world.store.lookups.scans([id]);
    expect(after?.completedAt).toBe(before?.completedAt);
    await settle(world);
  });

  test('stays completed if a retry of it is cancelled', async () => {
    const world = new ScanWorld({ prompts: 10, pace: { maxInFlight: 1, maxPerMinute: 1_000 } });
    failing(world, 10);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    const [before] = await world.store.lookups.scans([id]);
    await world.scanRunner.retryScan(world.tenant, world.siteId, id);
    await world.timers.until(() => world.asked.length === 21);
    await world.scanRunner.cancelScan(world.tenant, world.siteId, id);
    const scan = await world.ended(id);
    expect(world.asked.length).toBeLessThan(30);
    expect(scan.step).toBe('completed');
    expect(scan.remark).toMatch(/^The scan was cancelled\. Claude API \(Germany\) is left out: /);
    const [after] = await world.store.lookups.scans([id]);
    expect(after).toMatchObject({ status: 'completed', completedAt: before?.completedAt });
    expect(await world.imported(id)).toEqual({ 'chatgpt_api DE': 10 });
    await settle(world);
  });

  test.each([
    ['everything was answered', 0, 'Every question was answered.'],
    ['its responses are no longer kept', 3, 'The responses of this scan are no longer kept.'],
  ])('cannot be asked again if %s', async (_, failures, reason) => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, failures);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    if (failures > 0) world.timers.jumpTo('2026-12-02T00:00:00Z');
    await expect(world.scanRunner.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(
      reason,
    );
    await settle(world);
  });

  test('is asked again once by several requests at the same time', async () => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    const retry = () => world.scanRunner.retryScan(world.tenant, world.siteId, id);
    const results = await Promise.allSettled([retry(), retry(), retry()]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await world.ended(id);
    await settle(world);
  });

  test.each<[string, (world: ScanWorld) => Promise<void>, string]>([
    [
      'its site is archived',
      (world) => world.changeSite({ active: false }),
      'The site is archived.',
    ],
    [
      'a question that was not answered is retired',
      async (world) => {
        const failed = world.asked.find(({ platform }) => platform === 'claude_api')?.text;
        const id = world.promptIds.find((_, n) => `Question ${n + 1}` === failed);
        await world.write([
          { ...{ type: 'prompt', id, siteId: world.siteId }, text: failed, retired: true },
        ]);
      },
      'The set-up no longer asks everything that was not answered.',
    ],
    [
      'its platform is no longer chosen',
      (world) => world.changeSite({}, { platforms: ['chatgpt_api'] }),
      'The set-up no longer asks everything that was not answered.',
    ],
    [
      'its region is no longer chosen',
      (world) => world.changeSite({}, { regions: ['FR'] }),
      'The set-up no longer asks everything that was not answered.',
    ],
    [
      'it costs more than the ceiling of a scan is now',
      (world) => world.changeSite({}, { scanCeilingUsd: 0.25 }),
      'What was not answered is estimated to cost $0.06, but only $0.02 of the ceiling of $0.25 are left.',
    ],
    [
      'the site no longer has a ceiling for a month',
      (world) => world.changeSite({}, { monthCeilingUsd: null }),
      "What was not answered is estimated to cost $0.06, but only $0.00 of the site's $0.00 are left this month.",
    ],
  ])('cannot be asked again if %s', async (_, change, reason) => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    await change(world);
    await expect(world.scanRunner.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(
      reason,
    );
    await settle(world);
  });

  test('cannot be asked again if each question is asked less often now', async () => {
    const world = new ScanWorld({ prompts: 2, settings: { runs: 2 } });
    failing(world, 2);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    await world.changeSite({}, { runs: 1 });
    await expect(world.scanRunner.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(
      'The set-up no longer asks everything that was not answered.',
    );
    await settle(world);
  });

  test('is asked again within a ceiling that was lowered meanwhile', async () => {
    const world = new ScanWorld({
      prompts: 10,
      settings: { platforms: ['claude_api'], scanCeilingUsd: 0.4 },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    failing(world, 6);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    // Six failures cost 12 cents, and four answers 4 cents. The six others reserve 12.
    await world.changeSite({}, { scanCeilingUsd: 0.28 });
    await world.scanRunner.retryScan(world.tenant, world.siteId, id);
    world.respond = (asked) => ({
      ...answerTo(asked),
      outcome: 'failed',
      reason: 'Costs more.',
      raw: null,
      cost: 40_000,
    });
    await world.ended(id);
    expect(world.asked).toHaveLength(13);
    await settle(world);
  });

  test('reserves for each question what one attempt has cost, however often it was asked', async () => {
    const world = new ScanWorld({
      prompts: 10,
      settings: { platforms: ['claude_api'], scanCeilingUsd: 0.6 },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    failing(world, 30);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    for (const _ of [1, 2]) {
      await world.scanRunner.retryScan(world.tenant, world.siteId, id);
      await world.ended(id);
    }
    expect(world.asked).toHaveLength(30);
    await settle(world);
  });

  test('can be asked again until the day ends if responses are kept for one day', async () => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 3);
    world.scanRunner = world.createHost({ rawDays: 1 });
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    const retry = () => world.scanRunner.retryScan(world.tenant, world.siteId, id);
    world.timers.jumpTo('2026-11-03T00:00:00Z');
    await expect(retry()).rejects.toThrow('The responses of this scan are no longer kept.');
    world.timers.jumpTo('2026-11-02T23:59:00Z');
    await retry();
    await world.ended(id);
    expect(await world.imported(id)).toEqual({ 'claude_api DE': 10, 'chatgpt_api DE': 10 });
    await settle(world);
  });

  test('cannot be asked again above what it has left of its ceiling', async () => {
    const settings = { platforms: ['claude_api' as const], scanCeilingUsd: 0.2 };
    const world = new ScanWorld({ prompts: 10, settings });
    failing(world, 6);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    await expect(world.scanRunner.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(
      'What was not answered is estimated to cost $0.12, but only $0.04 of the ceiling of $0.20 are left.',
    );
    await settle(world);
  });

  test('cannot be asked again if what its questions have cost no longer fits', async () => {
    const settings = { platforms: ['claude_api' as const], scanCeilingUsd: 0.5 };
    const pace = { maxInFlight: 1, maxPerMinute: 1_000 };
    const world = new ScanWorld({ prompts: 10, settings, pace });
    world.respond = (asked) =>
      world.asked.length <= 3
        ? { outcome: 'failed', reason: 'Broken.', cost: 0, raw: null }
        : ({ ...answerTo(asked), cost: 60_000 } as Asked);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    await expect(world.scanRunner.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(
      'What was not answered is estimated to cost $0.18, but only $0.08 of the ceiling of $0.50 are left.',
    );
    await settle(world);
  });

  test('is asked again after its newest step, even if the clock has gone back', async () => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id, stepAt } = await world.ended((await world.request()).id);
    world.timers.jumpTo('2026-11-02T05:00:00Z');
    const retried = await world.scanRunner.retryScan(world.tenant, world.siteId, id);
    expect(retried.stepAt).toBe(stepAt + 1);
    expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
    expect(world.asked).toHaveLength(23);
    await settle(world);
  });

  test('is asked again after its newest question, even if the clock has gone back since', async () => {
    const world = new ScanWorld({ prompts: 10, pace: { maxInFlight: 10, maxPerMinute: 1_000 } });
    failing(world, 3);
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(() => world.asked.length === 20);
    world.timers.setClock(new Date(world.timers.now() - 50_000).toISOString());
    const { stepAt } = await world.ended(id);
    expect(stepAt).toBeLessThan(world.asked[0]?.at ?? 0);
    await world.scanRunner.retryScan(world.tenant, world.siteId, id);
    expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
    expect(world.asked).toHaveLength(23);
    await settle(world);
  });

  test('can be asked again after any number of skipped ones', async () => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    for (let n = 1; n <= 60; n += 1) {
      const skipped = { ...scan, id: crypto.randomUUID(), createdAt: scan.createdAt + n };
      await world.store.ledger.requestScan(skipped, 'skipped');
    }
    await world.scanRunner.retryScan(world.tenant, world.siteId, scan.id);
    expect(await world.ended(scan.id)).toMatchObject({ step: 'completed', remark: '' });
    await settle(world);
  });

  test('cannot be asked again after a newer one', async () => {
    const world = new ScanWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    await world.ended((await world.request()).id);
    await expect(world.scanRunner.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(
      'Only the newest scan can be asked again.',
    );
    await settle(world);
  });
});
