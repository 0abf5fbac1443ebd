import { describe, expect, test } from 'vitest';
import type { Asked } from '../../src/service/scans/platform.ts';
import { everyAnswerScope } from '../setup/scopes.ts';
import { answerTo, ScanWorld, settle } from './scan-world.ts';

const textsOf = ({ asked }: ScanWorld, platform: string) =>
  asked.filter((question) => question.platform === platform).map(({ text }) => text);

describe('a requested scan', () => {
  test('asks every question once and is imported with what it found', async () => {
    const world = await new ScanWorld({ settings: { runs: 2, regions: ['DE', 'US'] } }).begin();
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
    const world = await new ScanWorld({ prompts: 1 }).begin();
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
    const world = new ScanWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
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
    const world = await new ScanWorld({
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
    const world = new ScanWorld({ prompts: 2 });
    world.connected = ['chatgpt_api'];
    await world.begin();
    await world.write([{ type: 'prompt', id: world.promptIds[0], patch: true, retired: true }]);
    const { plan } = await world.ended((await world.request()).id);
    expect(plan.prompts.map(({ text }) => text)).toEqual(['Question 2']);
    expect(plan.cells).toHaveLength(1);
    await settle(world);
  });

  test('keeps no more than the allowed number of questions in flight', async () => {
    const world = new ScanWorld({ prompts: 20, pace: { maxInFlight: 3, maxPerMinute: 1_000 } });
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
    const world = await new ScanWorld({
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
    const world = await new ScanWorld().begin();
    const { id } = await world.request();
    await expect(world.request()).rejects.toMatchObject({ kind: 'busy' });
    await world.ended(id);
    await expect(world.request()).resolves.toMatchObject({ step: 'queued' });
    await settle(world);
  });

  test('is skipped if another host requested one of the same site just before', async () => {
    const world = new ScanWorld();
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

describe('a question that a platform refuses', () => {
  const refusal = (retryAfterMs: number | null): Asked => ({
    outcome: 'refused',
    reason: 'Too many requests.',
    retryAfterMs,
  });

  test('is sent again after the time that the platform asks for', async () => {
    const world = new ScanWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
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
    const world = new ScanWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
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
    const world = new ScanWorld({
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
  const rejectClaude = (world: ScanWorld) => {
    world.respond = (asked) =>
      asked.platform === 'claude_api'
        ? { outcome: 'rejected', reason: 'It does not accept the key.' }
        : world.answer(asked);
  };

  test('is asked no more, and the scan says why', async () => {
    const world = new ScanWorld({ prompts: 30, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
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
    const world = new ScanWorld({ prompts: 10 });
    rejectClaude(world);
    await world.begin();
    const { id } = await world.ended((await world.request()).id);
    const before = world.asked.length;
    world.respond = (asked) => world.answer(asked);
    await world.scanRunner.retryScan(world.tenant, world.siteId, id);
    const scan = await world.ended(id);
    expect(scan).toMatchObject({ step: 'completed', remark: '' });
    expect(world.asked.slice(before).every(({ platform }) => platform === 'claude_api')).toBe(true);
    expect(await world.imported(id)).toEqual({ 'claude_api DE': 10, 'chatgpt_api DE': 10 });
    await settle(world);
  });
});

describe('a scan that is cancelled', () => {
  /** Cancels a scan of two platforms, of which ChatGPT answers all 20 questions and Claude this many. */
  const cancelAfter = async (claudeAnswers: number) => {
    const world = new ScanWorld({ prompts: 20, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
    // All of ChatGPT is answered at once.
    world.respond = (asked) =>
      asked.platform === 'chatgpt_api' ? answerTo(asked) : world.answer(asked);
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(
      () =>
        textsOf(world, 'chatgpt_api').length === 20 &&
        textsOf(world, 'claude_api').length >= claudeAnswers,
    );
    const sent = world.asked.length;
    await world.scanRunner.cancelScan(world.tenant, world.siteId, id);
    const scan = await world.ended(id);
    expect(world.asked).toHaveLength(sent);
    const read = async () => {
      const { store, tenant, siteId } = world;
      const counts = await store.counts(tenant, siteId, everyAnswerScope);
      return counts.scans.map(({ answers }) => answers);
    };
    return { world, scan, read };
  };

  test('sends nothing more, and is no point without all platforms and regions', async () => {
    const { world, scan, read } = await cancelAfter(0);
    expect(await world.imported(scan.id)).toEqual({ 'chatgpt_api DE': 20 });
    expect(await read()).toEqual([]);
    const [stored] = await world.store.lookups.scans([scan.id]);
    expect(stored).toMatchObject({ status: 'failed', completedAt: null });
    expect(scan.step).toBe('failed');
    expect(scan.remark).toMatch(
      /^The scan was cancelled\. It is not in the figures because .+ Its answers are still listed\. Claude API \(Germany\) is left out/,
    );
    await settle(world);
  });

  test('is a point if what was asked is enough everywhere', async () => {
    const { world, scan, read } = await cancelAfter(16);
    expect(scan).toMatchObject({ step: 'completed', remark: 'The scan was cancelled.' });
    expect(await read()).toHaveLength(1);
    await settle(world);
  });

  test('is asked the rest by a retry, and is a point then', async () => {
    const { world, scan, read } = await cancelAfter(0);
    await world.scanRunner.retryScan(world.tenant, world.siteId, scan.id);
    expect(await world.ended(scan.id)).toMatchObject({ step: 'completed', remark: '' });
    expect(await read()).toEqual([40]);
    await settle(world);
  });

  test('is judged like any other if nothing was left to ask', async () => {
    const world = new ScanWorld({ prompts: 20, pace: { maxInFlight: 20, maxPerMinute: 1_000 } });
    world.respond = async (asked) => {
      const answer = await world.answer(asked);
      return asked.platform === 'claude_api'
        ? { outcome: 'failed', reason: 'Broken.', cost: 0, raw: null }
        : answer;
    };
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(() => world.asked.length === 40);
    await world.scanRunner.cancelScan(world.tenant, world.siteId, id);
    expect(await world.ended(id)).toMatchObject({
      step: 'completed',
      remark: 'Claude API (Germany) is left out: only 0 of 20 questions were answered. Broken.',
    });
    const [stored] = await world.store.lookups.scans([id]);
    expect(stored?.status).toBe('completed');
    await settle(world);
  });

  test('stays cancelled if its host restarts before it has ended', async () => {
    const world = new ScanWorld({ prompts: 20, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
    world.respond = (asked) =>
      asked.platform === 'chatgpt_api' ? answerTo(asked) : world.answer(asked);
    await world.begin();
    const { id } = await world.request();
    await world.timers.until(() => textsOf(world, 'chatgpt_api').length === 20);
    await world.close();
    await world.scanRunner.cancelScan(world.tenant, world.siteId, id);
    world.scanRunner = world.createHost();
    world.scanRunner.start();
    const scan = await world.ended(id);
    expect(scan.step).toBe('failed');
    expect(scan.remark).toMatch(/^The scan was cancelled\. It is not in the figures/);
    await settle(world);
  });

  test('fails if nothing was asked', async () => {
    const world = new ScanWorld();
    const { scanRunner } = world;
    await world.begin();
    const { id } = await world.request();
    await scanRunner.cancelScan(world.tenant, world.siteId, id);
    expect(await world.ended(id)).toMatchObject({ step: 'failed', startedAt: null });
    expect(world.asked).toEqual([]);
    await expect(scanRunner.cancelScan(world.tenant, world.siteId, id)).rejects.toMatchObject({
      kind: 'impossible',
    });
    await settle(world);
  });

  test('just before it begins sends no more than what has begun', async () => {
    const world = new ScanWorld({ prompts: 20, pace: { maxInFlight: 2, maxPerMinute: 1_000 } });
    const { ledger } = world.store;
    world.ledgerChanges.addStep = async (scan, step, at, remark) => {
      if (step === 'running')
        await world.scanRunner.cancelScan(world.tenant, world.siteId, scan.id);
      await ledger.addStep(scan, step, at, remark);
    };
    world.scanRunner = world.createHost();
    await world.begin();
    const { id } = await world.request();
    expect(await world.ended(id)).toMatchObject({ step: 'failed' });
    // Two on each platform were being written down.
    expect(world.asked).toHaveLength(4);
    await settle(world);
  });

  test('must belong to the tenant', async () => {
    const world = await new ScanWorld().begin();
    const { id } = await world.request();
    const stranger = { accountId: crypto.randomUUID(), clientId: null };
    for (const act of ['cancelScan', 'retryScan'] as const)
      await expect(world.scanRunner[act](stranger, world.siteId, id)).rejects.toMatchObject({
        kind: 'absent',
      });
    await world.ended(id);
    await settle(world);
  });
});

test('a question whose platform throws has failed, and the others are asked', async () => {
  const world = new ScanWorld({ prompts: 10, settings: { platforms: ['claude_api'] } });
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
  const world = new ScanWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
  world.respond = async ({ cancel }) => {
    await world.timers.pause(1_000_000, cancel);
    return { outcome: 'failed', reason: 'It is overloaded.', cost: null, raw: null };
  };
  await world.begin();
  const { id } = await world.request();
  await world.timers.until(() => world.asked.length === 1);
  const cancelledAt = world.timers.now();
  await world.scanRunner.cancelScan(world.tenant, world.siteId, id);
  const { endedAt } = await world.ended(id);
  expect((endedAt ?? 0) - cancelledAt).toBeLessThan(10_000);
  await settle(world);
});

test('a deleted site stops being asked, and what was asked still counts', async () => {
  const world = new ScanWorld({ prompts: 20, pace: { maxInFlight: 1, maxPerMinute: 1_000 } });
  await world.begin();
  const { id } = await world.request();
  await world.timers.until(() => world.asked.length >= 4);
  await world.write([{ type: 'site', id: world.siteId, removed: true }]);
  await world.timers.advance(10_000);
  const sent = world.asked.length;
  expect(sent).toBeLessThan(12);
  await world.timers.advance(60_000);
  expect(world.asked).toHaveLength(sent);
  expect(await world.store.lookups.scans([id])).toEqual([]);
  const spending = await world.store.ledger.spending(null, 'UTC', 0);
  expect(spending.reduce((sum, { amount }) => sum + amount, 0)).toBe(sent * 10_000);
  await settle(world);
});
