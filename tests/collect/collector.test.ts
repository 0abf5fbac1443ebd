import { describe, expect, test } from 'vitest';
import type { CollectionSettings } from '../../src/contract/sightline/collect.ts';
import type { Asked } from '../../src/service/collect/platform.ts';
import { answerTo, CollectWorld } from './collect-world.ts';

const never = new Promise<Asked>(() => {});

async function settle(world: CollectWorld): Promise<void> {
  await world.close();
  expect(world.errors).toEqual([]);
}

const textsOf = ({ asked }: CollectWorld, platform: string) =>
  asked.filter((question) => question.platform === platform).map(({ text }) => text);

describe('a requested scan', () => {
  test('asks every question once and is imported with what it found', async () => {
    const world = await new CollectWorld({ settings: { runs: 2, regions: ['DE', 'US'] } }).begin();
    const requested = await world.request();
    expect(requested.step).toBe('queued');
    const scan = await world.ended(requested.id);
    expect(scan).toMatchObject({ step: 'completed', remark: '' });
    expect(new Set(world.asked.map(({ id }) => id)).size).toBe(40);
    expect(world.asked).toHaveLength(40);
    expect(await world.imported(scan.id)).toEqual({
      'claude_api DE': 10,
      'claude_api US': 10,
      'chatgpt_api DE': 10,
      'chatgpt_api US': 10,
    });
    const [stored] = await world.store.lookups.scans([scan.id]);
    expect(stored).toMatchObject({ status: 'completed', startedAt: scan.startedAt });
    await settle(world);
  });

  test('finds the brands that answers name by measuring them, and keeps what came with them', async () => {
    const world = await new CollectWorld({ prompts: 1 }).begin();
    const { id } = await world.ended((await world.request()).id);
    const found = {
      brandIds: [world.brandId],
      evidence: {
        model: 'model-1-served',
        searched: true,
        queries: ['search Question 1'],
        citations: [{ url: 'https://acme.example/page', title: 'Acme' }],
        location: 'DE',
        areMentionsGiven: false,
      },
    };
    const { answersOfScan } = world.store.operatorReads;
    const answers = (await Array.fromAsync(answersOfScan(world.siteId, id))).flat();
    expect(answers).toMatchObject([found, found]);
    await settle(world);
  });

  test('keeps names of models up to the length that imports allow', async () => {
    const model = 'm'.repeat(600);
    const world = new CollectWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
    world.respond = (asked) => {
      const answered = answerTo(asked);
      if (answered.outcome !== 'answered') return answered;
      return { ...answered, answer: { ...answered.answer, model } };
    };
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    const { answersOfScan } = world.store.operatorReads;
    const [answer] = (await Array.fromAsync(answersOfScan(world.siteId, id))).flat();
    expect(answer?.evidence?.model).toBe(model.slice(0, 500));
    await settle(world);
  });

  test('is never asked for a location that a platform cannot take', async () => {
    const world = await new CollectWorld({
      settings: { platforms: ['gemini_api', 'chatgpt_api'], regions: ['DE', 'ZZ'] },
      prompts: 1,
    }).begin();
    const { id } = await world.ended((await world.request()).id);
    expect(await world.imported(id)).toEqual({
      'gemini_api ZZ': 1,
      'chatgpt_api DE': 1,
      'chatgpt_api ZZ': 1,
    });
    await settle(world);
  });

  test('leaves out retired prompts and platforms that are not connected', async () => {
    const world = new CollectWorld({ prompts: 2 });
    world.connected = ['chatgpt_api'];
    await world.begin();
    await world.write([{ type: 'prompt', id: world.promptIds[0], patch: true, retired: true }]);
    const { plan } = await world.ended((await world.request()).id);
    expect(plan.prompts.map(({ text }) => text)).toEqual(['Question 2']);
    expect(plan.cells).toHaveLength(1);
    await settle(world);
  });

  test('keeps no more than the allowed number of questions in flight', async () => {
    const world = new CollectWorld({ prompts: 20, pace: { maxInFlight: 3, maxPerMinute: 1_000 } });
    let inFlight = 0;
    let most = 0;
    world.respond = async (asked) => {
      most = Math.max(most, ++inFlight);
      const answer = await world.answer(asked);
      inFlight -= 1;
      return answer;
    };
    await world.begin();
    await world.ended((await world.request()).id);
    // Three on each of two platforms.
    expect(most).toBe(6);
    await settle(world);
  });

  test('sends no more than the allowed number of questions in any minute', async () => {
    const world = await new CollectWorld({
      settings: { platforms: ['claude_api'] },
      prompts: 25,
      pace: { maxInFlight: 10, maxPerMinute: 10 },
    }).begin();
    await world.ended((await world.request()).id);
    const times = world.asked.map(({ at }) => at);
    for (const [index, at] of times.slice(10).entries())
      expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(60_000);
    await settle(world);
  });

  test('is refused while another one of the site has not ended', async () => {
    const world = await new CollectWorld().begin();
    const { id } = await world.request();
    await expect(world.request()).rejects.toMatchObject({ kind: 'busy' });
    await world.ended(id);
    await expect(world.request()).resolves.toMatchObject({ step: 'queued' });
    await settle(world);
  });

  test('is skipped if another host requested one of the same site just before', async () => {
    const world = new CollectWorld();
    await world.begin();
    const first = await world.request();
    const second = { ...first, id: crypto.randomUUID(), createdAt: first.createdAt + 1 };
    await world.store.ledger.requestScan(second);
    expect(await world.ended(second.id)).toMatchObject({
      step: 'skipped',
      remark: 'Another scan of this site was still running.',
    });
    expect((await world.ended(first.id)).step).toBe('completed');
    await settle(world);
  });
});

describe('a scan cannot be requested', () => {
  const obstacles: [string, Partial<CollectionSettings>, string][] = [
    ['without a platform', { platforms: [] }, 'No platform is chosen in the set-up.'],
    ['without a region', { regions: [] }, 'No region is chosen in the set-up.'],
    [
      'if the platform cannot take the region',
      { platforms: ['gemini_api'] },
      'The chosen platforms cannot be asked from any of the chosen regions.',
    ],
    [
      'without a ceiling of a scan',
      { scanCeilingUsd: null },
      'There is no ceiling for a scan and for a month. Without both, nothing is asked.',
    ],
    [
      'without a ceiling of a month',
      { monthCeilingUsd: null },
      'There is no ceiling for a scan and for a month. Without both, nothing is asked.',
    ],
    [
      'above the ceiling of a scan',
      { scanCeilingUsd: 0.19 },
      'This scan is estimated to cost $0.20, but the ceiling of a scan is $0.19.',
    ],
    [
      'above the ceiling of a month',
      { monthCeilingUsd: 0.19 },
      "This scan is estimated to cost $0.20, but only $0.19 of the site's $0.19 are left this month.",
    ],
  ];
  test.each(obstacles)('%s', async (_, settings, reason) => {
    const world = await new CollectWorld({ settings }).begin();
    expect(await world.collector.outlook(await world.subject())).toMatchObject({
      obstacle: reason,
    });
    await expect(world.request()).rejects.toMatchObject({ kind: 'impossible', message: reason });
    expect(await world.scans()).toEqual([]);
    await settle(world);
  });

  test('above a ceiling by less than a cent, and the reason shows that', async () => {
    const world = await new CollectWorld({ settings: { scanCeilingUsd: 0.196 } }).begin();
    await expect(world.request()).rejects.toThrow(
      'This scan is estimated to cost $0.20, but the ceiling of a scan is $0.19.',
    );
    await settle(world);
  });

  test('without a connected platform, and the reason says what is missing', async () => {
    const world = new CollectWorld();
    world.connected = [];
    await world.begin();
    await expect(world.request()).rejects.toThrow(
      'None of the chosen platforms is connected. Set CLAUDE_API_KEY. Set CHATGPT_API_KEY.',
    );
    await settle(world);
  });

  test('while several things are missing, all of which the reason names', async () => {
    const settings = { platforms: [], regions: [], monthCeilingUsd: null };
    const world = await new CollectWorld({ settings, prompts: 0, hostCeilingUsd: 0 }).begin();
    await expect(world.request()).rejects.toThrow(
      'No platform is chosen in the set-up. No region is chosen in the set-up. There is no ceiling for a scan and for a month. Without both, nothing is asked. There are no questions to ask. SCAN_BUDGET is not set on this installation, so nothing may be spent.',
    );
    await settle(world);
  });

  test('on an installation that may spend nothing', async () => {
    const world = await new CollectWorld({ hostCeilingUsd: 0 }).begin();
    await expect(world.request()).rejects.toThrow(
      /^SCAN_BUDGET is not set on this installation, so nothing may be spent\.$/,
    );
    await settle(world);
  });

  test('above the ceiling of all scans', async () => {
    const world = await new CollectWorld({ hostCeilingUsd: 0.1 }).begin();
    await expect(world.request()).rejects.toThrow(
      'but the ceiling of this installation for a month is $0.10 (SCAN_BUDGET).',
    );
    await settle(world);
  });

  test('above what is left of the ceiling of all scans, and the reason does not say how much that is', async () => {
    const world = await new CollectWorld({ hostCeilingUsd: 0.25 }).begin();
    await world.ended((await world.request()).id);
    await expect(world.request()).rejects.toThrow(
      "but less than that is left this month of this installation's $0.25 (SCAN_BUDGET).",
    );
    await settle(world);
  });

  test('on a host that runs none', async () => {
    const world = await new CollectWorld().begin();
    await world.close();
    world.collector = world.createHost({ isOn: false });
    await expect(world.request()).rejects.toThrow('This host does not run scans (SCANS).');
    await settle(world);
  });

  test('again in a month whose ceiling is used up, even if the scan was deleted', async () => {
    const world = await new CollectWorld({ settings: { monthCeilingUsd: 0.2 } }).begin();
    const { id } = await world.ended((await world.request()).id);
    await world.write([{ type: 'scan', id, removed: true }]);
    await expect(world.request()).rejects.toThrow("only $0.10 of the site's $0.20 are left");
    world.timers.jumpTo('2026-12-01T00:00:00Z');
    await expect(world.request()).resolves.toMatchObject({ step: 'queued' });
    await settle(world);
  });
});

describe('a ceiling', () => {
  /** Checks that no question is sent that could pass the ceiling, if each costs three times its estimate. */
  async function checkCeiling(world: CollectWorld, ceiling: number): Promise<void> {
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
    const world = new CollectWorld({ settings: { scanCeilingUsd: 0.6 }, prompts: 15 });
    await checkCeiling(world, 600_000);
    const scan = await world.ended((await world.request()).id);
    expect(world.asked.length).toBeLessThan(30);
    expect(scan.step).toBe('failed');
    expect(scan.remark).toContain('The ceiling of this scan is reached.');
    await settle(world);
  });

  test('of a month is not passed by anything that is started', async () => {
    const world = new CollectWorld({ settings: { monthCeilingUsd: 0.6 }, prompts: 15 });
    await checkCeiling(world, 600_000);
    const scan = await world.ended((await world.request()).id);
    expect(scan.remark).toContain('The ceiling of this site for the month is reached.');
    await settle(world);
  });

  test('of all scans is not passed by anything that is started', async () => {
    const world = new CollectWorld({ hostCeilingUsd: 0.6, prompts: 15 });
    await checkCeiling(world, 600_000);
    const scan = await world.ended((await world.request()).id);
    expect(scan.remark).toContain('The ceiling of this installation for the month is reached');
    await settle(world);
  });

  test('is not passed by the costs of questions that cost more than their estimate', async () => {
    const world = new CollectWorld({
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
    const world = new CollectWorld({
      settings: { platforms: ['claude_api'], scanCeilingUsd: 0.32 },
      prompts: 15,
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    await checkCeiling(world, 320_000);
    const { id } = await world.request();
    await world.timers.until(() => world.asked.length === 5);
    await world.close();
    world.collector = world.createHost();
    world.collector.start();
    await world.ended(id);
    expect(world.asked).toHaveLength(5);
    await settle(world);
  });

  test('of a month counts each question in the month in which it is sent', async () => {
    const world = await new CollectWorld({
      start: '2026-11-30T23:59:50Z',
      settings: { monthCeilingUsd: 0.4 },
      prompts: 10,
      pace: { maxInFlight: 1, maxPerMinute: 100 },
    }).begin();
    await world.ended((await world.request()).id);
    const months = await world.store.ledger.spending(world.siteId, 'UTC', 0);
    const sentIn = (month: string) =>
      months.filter((row) => row.month === month).reduce((sum, row) => sum + row.questions, 0);
    expect(sentIn('2026-11')).toBeGreaterThan(0);
    expect(sentIn('2026-11') + sentIn('2026-12')).toBe(20);
    const { monthSpent } = await world.collector.outlook(await world.subject());
    expect(monthSpent).toBe(sentIn('2026-12') * 10_000);
    await settle(world);
  });
});

test('the ceiling of a month counts what it has cost before the clock was ahead', async () => {
  const world = new CollectWorld({ hostCeilingUsd: 0.2 });
  await world.begin();
  await world.ended((await world.request()).id);
  await world.close();
  const { plan } = await world.collector.outlook(await world.subject());

  world.timers.setClock('2026-12-20T06:00:00Z');
  world.collector = world.createHost();
  world.collector.start();
  await world.timers.advance(5_000);
  world.timers.setClock('2026-11-02T07:00:00Z');
  const request = { id: crypto.randomUUID(), siteId: world.siteId, requestedBy: 'Test key', plan };
  await world.store.ledger.requestScan({ ...request, createdAt: world.timers.now(), dueAt: null });
  await world.ended(request.id);
  // Ten answers cost 10 cents. With 9 more, less is left than the 2 cents that are reserved for one.
  expect(world.asked).toHaveLength(19);
  await settle(world);
});

test('the ceiling of a month counts questions in the month that is written down, if the clock was ahead', async () => {
  const world = new CollectWorld({
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
    await world.collector.retryScan(world.tenant, world.siteId, id);
    await world.ended(id);
    expect(world.asked).toHaveLength(asked);
  }
  await settle(world);
});

describe('a question that a platform refuses', () => {
  const refusal = (retryAfterMs: number | null): Asked => ({
    outcome: 'refused',
    reason: 'Too many requests.',
    retryAfterMs,
  });

  test('is sent again after the time that the platform asks for', async () => {
    const world = new CollectWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
    world.respond = (asked) => (world.asked.length === 1 ? refusal(45_000) : world.answer(asked));
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(scan.step).toBe('completed');
    const [first, second] = world.asked;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(45_000);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(46_000);
    await settle(world);
  });

  test('is sent three times at most, costs nothing, and then counts as failed', async () => {
    const world = new CollectWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
    world.respond = () => refusal(null);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(world.asked).toHaveLength(3);
    expect(scan.step).toBe('failed');
    expect(scan.remark).toContain('Too many requests.');
    expect(await world.store.ledger.askedQuestions(world.siteId, scan.id)).toMatchObject([
      { outcome: 'failed', attempt: 3, cost: 0 },
    ]);
    await settle(world);
  });

  test('makes the platform be asked more slowly, until nothing is refused', async () => {
    const world = new CollectWorld({
      prompts: 40,
      settings: { platforms: ['claude_api'] },
      pace: { maxInFlight: 8, maxPerMinute: 1_000 },
    });
    let inFlight = 0;
    world.respond = async (asked) => {
      inFlight += 1;
      const answer = inFlight > 2 ? refusal(1_000) : await world.answer(asked);
      inFlight -= 1;
      return answer;
    };
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(scan).toMatchObject({ step: 'completed', remark: '' });
    await settle(world);
  });
});

describe('a platform that rejects three questions in a row', () => {
  const rejectClaude = (world: CollectWorld) => {
    world.respond = (asked) =>
      asked.platform === 'claude_api'
        ? { outcome: 'rejected', reason: 'It does not accept the key.' }
        : world.answer(asked);
  };

  test('is asked no more, and the scan says why', async () => {
    const world = new CollectWorld({ prompts: 30, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
    rejectClaude(world);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(textsOf(world, 'claude_api').length).toBeLessThanOrEqual(4);
    expect(await world.imported(scan.id)).toEqual({ 'chatgpt_api DE': 30 });
    expect(scan).toMatchObject({
      step: 'completed',
      remark:
        'Claude API (Germany) is left out: only 0 of 30 questions were answered. It does not accept the key.',
    });
    await settle(world);
  });

  test('is asked everything by a retry', async () => {
    const world = new CollectWorld({ prompts: 10 });
    rejectClaude(world);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    const before = world.asked.length;
    world.respond = (asked) => world.answer(asked);
    await world.collector.retryScan(world.tenant, world.siteId, id);
    const scan = await world.ended(id);
    expect(scan).toMatchObject({ step: 'completed', remark: '' });
    expect(world.asked.slice(before).every(({ platform }) => platform === 'claude_api')).toBe(true);
    expect(await world.imported(id)).toEqual({ 'claude_api DE': 10, 'chatgpt_api DE': 10 });
    await settle(world);
  });
});

describe('a scan of which a part failed', () => {
  const failing = (world: CollectWorld, count: number) => {
    let failures = 0;
    world.respond = (asked) => {
      if (asked.platform !== 'claude_api' || failures >= count) return world.answer(asked);
      failures += 1;
      return { outcome: 'failed', reason: 'The answer is cut short.', cost: null, raw: '{}' };
    };
  };

  test('counts a platform with 80 % of its answers', async () => {
    const world = new CollectWorld({ prompts: 10 });
    failing(world, 2);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(scan).toMatchObject({ step: 'completed', remark: '' });
    expect(await world.imported(scan.id)).toEqual({ 'claude_api DE': 8, 'chatgpt_api DE': 10 });
    await settle(world);
  });

  test('leaves out a platform with fewer answers, and says so', async () => {
    const world = new CollectWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(await world.imported(scan.id)).toEqual({ 'chatgpt_api DE': 10 });
    expect(scan.remark).toBe(
      'Claude API (Germany) is left out: only 7 of 10 questions were answered. The answer is cut short.',
    );
    await settle(world);
  });

  test('says in the singular that one question was not answered', async () => {
    const world = new CollectWorld({ prompts: 1 });
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
    const world = new CollectWorld({ prompts: 10, settings: { platforms: ['claude_api'] } });
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
    const world = new CollectWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
    failing(world, 1);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    expect(await world.store.ledger.askedQuestions(world.siteId, scan.id)).toMatchObject([
      { outcome: 'failed', cost: 20_000 },
    ]);
    await settle(world);
  });

  test('asks only the failed questions by a retry, and keeps its day', async () => {
    const world = new CollectWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id, endedAt } = await world.ended((await world.request()).id);
    const [before] = await world.store.lookups.scans([id]);
    expect(world.asked).toHaveLength(20);
    world.timers.jumpTo('2026-11-04T12:00:00Z');
    await world.collector.retryScan(world.tenant, world.siteId, id);
    const scan = await world.ended(id);
    expect(world.asked).toHaveLength(23);
    expect(scan.endedAt).toBeGreaterThan(endedAt ?? 0);
    expect(await world.imported(id)).toEqual({ 'claude_api DE': 10, 'chatgpt_api DE': 10 });
    const [after] = await world.store.lookups.scans([id]);
    expect(after?.completedAt).toBe(before?.completedAt);
    await settle(world);
  });

  test.each([
    ['everything was answered', 0, 'Every question was answered.'],
    ['its responses are no longer kept', 3, 'The responses of this scan are no longer kept.'],
  ])('cannot be asked again if %s', async (_, failures, reason) => {
    const world = new CollectWorld({ prompts: 10 });
    failing(world, failures);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    if (failures > 0) world.timers.jumpTo('2026-12-02T00:00:00Z');
    await expect(world.collector.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(reason);
    await settle(world);
  });

  test('is asked again once by several requests at the same time', async () => {
    const world = new CollectWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    const retry = () => world.collector.retryScan(world.tenant, world.siteId, id);
    const results = await Promise.allSettled([retry(), retry(), retry()]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await world.ended(id);
    await settle(world);
  });

  test.each<[string, (world: CollectWorld) => Promise<void>, string]>([
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
    const world = new CollectWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    await change(world);
    await expect(world.collector.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(reason);
    await settle(world);
  });

  test('is asked again within a ceiling that was lowered meanwhile', async () => {
    const world = new CollectWorld({
      prompts: 10,
      settings: { platforms: ['claude_api'], scanCeilingUsd: 0.4 },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    failing(world, 6);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    // Six failures cost 12 cents, and four answers 4 cents. The six others reserve 12.
    await world.changeSite({}, { scanCeilingUsd: 0.28 });
    await world.collector.retryScan(world.tenant, world.siteId, id);
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
    const world = new CollectWorld({
      prompts: 10,
      settings: { platforms: ['claude_api'], scanCeilingUsd: 0.6 },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    failing(world, 30);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    for (const _ of [1, 2]) {
      await world.collector.retryScan(world.tenant, world.siteId, id);
      await world.ended(id);
    }
    expect(world.asked).toHaveLength(30);
    await settle(world);
  });

  test('can be asked again until the day ends if responses are kept for one day', async () => {
    const world = new CollectWorld({ prompts: 10 });
    failing(world, 3);
    world.collector = world.createHost({ rawDays: 1 });
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    const retry = () => world.collector.retryScan(world.tenant, world.siteId, id);
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
    const world = new CollectWorld({ prompts: 10, settings });
    failing(world, 6);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    await expect(world.collector.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(
      'What was not answered is estimated to cost $0.12, but only $0.04 of the ceiling of $0.20 are left.',
    );
    await settle(world);
  });

  test('is asked again after its newest step, even if the clock has gone back', async () => {
    const world = new CollectWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id, stepAt } = await world.ended((await world.request()).id);
    world.timers.jumpTo('2026-11-02T05:00:00Z');
    const retried = await world.collector.retryScan(world.tenant, world.siteId, id);
    expect(retried.stepAt).toBe(stepAt + 1);
    expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
    expect(world.asked).toHaveLength(23);
    await settle(world);
  });

  test('is asked again after its newest question, even if the clock has gone back since', async () => {
    const world = new CollectWorld({ prompts: 10, pace: { maxInFlight: 10, maxPerMinute: 1_000 } });
    failing(world, 3);
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(() => world.asked.length === 20);
    world.timers.setClock(new Date(world.timers.now() - 50_000).toISOString());
    const { stepAt } = await world.ended(id);
    expect(stepAt).toBeLessThan(world.asked[0]?.at ?? 0);
    await world.collector.retryScan(world.tenant, world.siteId, id);
    expect(await world.ended(id)).toMatchObject({ step: 'completed', remark: '' });
    expect(world.asked).toHaveLength(23);
    await settle(world);
  });

  test('can be asked again after any number of skipped ones', async () => {
    const world = new CollectWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const scan = await world.ended((await world.request()).id);
    for (let n = 1; n <= 60; n += 1) {
      const skipped = { ...scan, id: crypto.randomUUID(), createdAt: scan.createdAt + n };
      await world.store.ledger.requestScan(skipped, 'skipped');
    }
    await world.collector.retryScan(world.tenant, world.siteId, scan.id);
    expect(await world.ended(scan.id)).toMatchObject({ step: 'completed', remark: '' });
    await settle(world);
  });

  test('cannot be asked again after a newer one', async () => {
    const world = new CollectWorld({ prompts: 10 });
    failing(world, 3);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    await world.ended((await world.request()).id);
    await expect(world.collector.retryScan(world.tenant, world.siteId, id)).rejects.toThrow(
      'Only the newest scan can be asked again.',
    );
    await settle(world);
  });
});

describe('a scan that is cancelled', () => {
  test('sends nothing more, and keeps what is enough', async () => {
    const world = new CollectWorld({ prompts: 20, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
    // All of ChatGPT is answered at once.
    world.respond = (asked) =>
      asked.platform === 'chatgpt_api' ? answerTo(asked) : world.answer(asked);
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(() => textsOf(world, 'chatgpt_api').length === 20);
    const sent = world.asked.length;
    expect((await world.collector.cancelScan(world.tenant, world.siteId, id)).step).toBe(
      'cancelling',
    );
    const scan = await world.ended(id);
    expect(world.asked).toHaveLength(sent);
    expect(await world.imported(id)).toEqual({ 'chatgpt_api DE': 20 });
    expect(scan.step).toBe('completed');
    expect(scan.remark).toContain('The scan was cancelled. Claude API (Germany) is left out');
    await settle(world);
  });

  test('fails if nothing was asked', async () => {
    const world = new CollectWorld();
    const { collector } = world;
    await world.begin();
    const { id } = await world.request();
    await collector.cancelScan(world.tenant, world.siteId, id);
    expect(await world.ended(id)).toMatchObject({ step: 'failed', startedAt: null });
    expect(world.asked).toEqual([]);
    await expect(collector.cancelScan(world.tenant, world.siteId, id)).rejects.toMatchObject({
      kind: 'impossible',
    });
    await settle(world);
  });

  test('just before it begins sends no more than what has begun', async () => {
    const world = new CollectWorld({ prompts: 20, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
    const { ledger } = world.store;
    world.ledgerChanges.addStep = async (scan, step, at, remark) => {
      if (step === 'running') await world.collector.cancelScan(world.tenant, world.siteId, scan.id);
      await ledger.addStep(scan, step, at, remark);
    };
    world.collector = world.createHost();
    await world.begin();
    const { id } = await world.request();
    expect(await world.ended(id)).toMatchObject({ step: 'failed' });
    // Two on each platform were being written down.
    expect(world.asked).toHaveLength(4);
    await settle(world);
  });

  test('must belong to the tenant', async () => {
    const world = await new CollectWorld().begin();
    const { id } = await world.request();
    const stranger = { accountId: crypto.randomUUID(), clientId: null };
    for (const act of ['cancelScan', 'retryScan'] as const)
      await expect(world.collector[act](stranger, world.siteId, id)).rejects.toMatchObject({
        kind: 'absent',
      });
    await world.ended(id);
    await settle(world);
  });
});

test('a question whose platform throws has failed, and the others are asked', async () => {
  const world = new CollectWorld({ prompts: 10, settings: { platforms: ['claude_api'] } });
  const fault = new RangeError('The region cannot be sent.');
  world.respond = async (asked) => {
    if (asked.text === 'Question 1') throw fault;
    return world.answer(asked);
  };
  await world.begin();
  const { id } = await world.ended((await world.request()).id);
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 9 });
  const [first] = await world.store.ledger.askedQuestions(world.siteId, id);
  expect(first).toMatchObject({ outcome: 'failed', cost: 20_000 });
  expect(world.errors).toEqual([fault]);
  await world.close();
});

test('a cancelled scan no longer waits for platforms that refuse to go on', async () => {
  const world = new CollectWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
  world.respond = async ({ cancel }) => {
    await world.timers.pause(1_000_000, cancel);
    return { outcome: 'failed', reason: 'It is overloaded.', cost: null, raw: null };
  };
  await world.begin();
  const { id } = await world.request();
  await world.timers.until(() => world.asked.length === 1);
  const cancelledAt = world.timers.now();
  await world.collector.cancelScan(world.tenant, world.siteId, id);
  const { endedAt } = await world.ended(id);
  expect((endedAt ?? 0) - cancelledAt).toBeLessThan(10_000);
  await settle(world);
});

test('a deleted site stops being asked, and what comes back is not kept', async () => {
  const world = new CollectWorld({ prompts: 20, pace: { maxInFlight: 1, maxPerMinute: 1_000 } });
  await world.begin();
  const { id } = await world.request();
  await world.timers.until(() => world.asked.length >= 4);
  const { siteId } = world;
  const findKept = async () =>
    (await Array.fromAsync(world.store.ledger.answersOf(siteId, id))).flat();
  expect(await findKept()).not.toEqual([]);
  await world.write([{ type: 'site', id: world.siteId, removed: true }]);
  await world.timers.advance(10_000);
  const sent = world.asked.length;
  expect(sent).toBeLessThan(12);
  await world.timers.advance(60_000);
  expect(world.asked).toHaveLength(sent);
  expect(await world.store.lookups.scans([id])).toEqual([]);
  const spending = await world.store.ledger.spending(null, 'UTC', 0);
  expect(spending.reduce((sum, { amount }) => sum + amount, 0)).toBe(sent * 10_000);
  const { accountId } = world;
  await world.write([
    {
      type: 'site',
      id: siteId,
      accountId,
      name: 'The site again',
      createdAt: new Date(world.timers.now()).toISOString(),
    },
  ]);
  expect(await findKept()).toEqual([]);
  const raws = Array.from({ length: sent }, (_, question) =>
    world.store.ledger.rawResponse(world.tenant, siteId, id, question),
  );
  expect(new Set(await Promise.all(raws))).toEqual(new Set([null]));
  await settle(world);
});

describe('a host that stops', () => {
  test('waits for what is in flight, and the next one goes on', async () => {
    const world = new CollectWorld({ prompts: 20, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(() => world.asked.length === 8);
    await world.close();
    const asked = await world.store.ledger.askedQuestions(world.siteId, id);
    expect(asked).toHaveLength(8);
    expect(asked.every(({ outcome }) => outcome === 'answered')).toBe(true);
    world.collector = world.createHost();
    world.collector.start();
    const scan = await world.ended(id);
    expect(scan).toMatchObject({ step: 'completed', remark: '' });
    expect(world.asked).toHaveLength(40);
    await settle(world);
  });

  test('waits 25 seconds, and writes the others down as interrupted and paid', async () => {
    const world = new CollectWorld({ prompts: 10, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
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
  const world = new CollectWorld({ prompts: 10, settings: { platforms: ['claude_api'] } });
  const { ledger } = world.store;
  // The host of the world is not started until a scan was begun elsewhere.
  await world.begin();
  await world.close();
  const { plan } = await world.collector.outlook(await world.subject());
  const id = crypto.randomUUID();
  const at = world.timers.now();
  const { siteId } = world;
  const lease = await ledger.takeLease(new AbortController().signal);
  const request = { id, siteId, createdAt: at, dueAt: null, requestedBy: 'Test', plan };
  await ledger.requestScan(request);
  await ledger.addStep(request, 'running', at);
  const start = { siteId, scanId: id, attempt: 1, platform: 'claude_api', region: 'DE', at };
  await ledger.startQuestions(lease, [
    { ...start, question: 0, estimate: 20_000 },
    { ...start, question: 1, estimate: 20_000 },
  ]);
  await lease.end();

  world.collector = world.createHost();
  world.collector.start();
  const scan = await world.ended(id);
  expect(scan).toMatchObject({ step: 'completed', startedAt: at });
  expect(world.asked.map(({ text }) => text).sort()).toEqual(
    Array.from({ length: 8 }, (_, n) => `Question ${n + 3}`).sort(),
  );
  const [lost] = await ledger.askedQuestions(siteId, id);
  expect(lost).toMatchObject({ outcome: 'interrupted', cost: 20_000 });
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 8 });

  await world.collector.retryScan(world.tenant, siteId, id);
  await world.ended(id);
  expect(world.asked.slice(8).map(({ text }) => text)).toEqual(['Question 1', 'Question 2']);
  expect(await world.imported(id)).toEqual({ 'claude_api DE': 10 });
  await settle(world);
});
