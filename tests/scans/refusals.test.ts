import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refusedLocation } from '../../src/service/platforms/failure.ts';
import type { Asked } from '../../src/service/scans/platform.ts';
import { endSteps, type LedgerScan } from '../../src/service/store/ledger.ts';
import { type AskedOnce, ScanWorld, settle } from './scan-world.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const reason = 'Anthropic answered with status 429 (rate_limit_error): too many requests.';
/** What a platform does that wants to be left alone for an hour. */
const refusal: Asked = { outcome: 'refused', reason, retryAfterMs: 3_600_000 };

/** Lets Claude refuse what `isRefused` says, by default everything, while ChatGPT answers. */
const refuseClaude = (world: ScanWorld, isRefused = (_: AskedOnce) => true) => {
  world.respond = (asked) =>
    asked.platform === 'claude_api' && isRefused(asked) ? refusal : world.answer(asked);
};
const claudeIn = ({ asked }: ScanWorld) =>
  asked.filter(({ platform }) => platform === 'claude_api');
/** Waits until a scan has ended, for a day at most. */
async function ended(world: ScanWorld, { siteId, id }: LedgerScan): Promise<LedgerScan> {
  const find = () => world.store.ledger.scan(world.tenant, siteId, id);
  await world.timers.until(async () => endSteps.includes((await find())?.step ?? 'queued'), dayMs);
  const scan = await find();
  if (!scan) throw new Error('The scan is gone.');
  return scan;
}
const minutesOf = ({ startedAt, endedAt }: LedgerScan) =>
  ((endedAt ?? 0) - (startedAt ?? 0)) / minuteMs;

describe('a platform that only refuses', () => {
  test('is given up after 30 minutes, unpaid and with the reason', async () => {
    const world = new ScanWorld({ prompts: 20 });
    refuseClaude(world);
    await world.begin();
    const scan = await ended(world, await world.request());
    expect(minutesOf(scan)).toBeGreaterThanOrEqual(30);
    expect(minutesOf(scan)).toBeLessThan(31);
    expect(scan).toMatchObject({
      step: 'completed',
      remark: `Claude API (Germany) is left out: only 0 of 20 questions were answered. It gave no answer for 30 minutes. ${reason}`,
    });
    expect(await world.imported(scan.id)).toEqual({ 'chatgpt_api DE': 20 });
    const asked = await world.store.ledger.askedQuestions(world.siteId, scan.id);
    const own = asked.filter(({ platform }) => platform === 'claude_api');
    expect(own.every(({ cost }) => cost === 0)).toBe(true);
    await settle(world);
  });

  test('has 30 minutes from its last answer', async () => {
    const world = new ScanWorld({
      prompts: 40,
      settings: { platforms: ['claude_api'] },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
      // Answers for 20 minutes.
      answerMs: 2 * minuteMs,
    });
    let answers = 0;
    refuseClaude(world, () => {
      answers += 1;
      return answers > 10;
    });
    await world.begin();
    const scan = await ended(world, await world.request());
    expect(minutesOf(scan)).toBeGreaterThanOrEqual(50);
    expect(minutesOf(scan)).toBeLessThan(51);
    await settle(world);
  });

  test('is not given up because its answers take long', async () => {
    const world = await new ScanWorld({
      prompts: 3,
      settings: { platforms: ['claude_api'] },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
      answerMs: 40 * minuteMs,
    }).begin();
    expect(await ended(world, await world.request())).toMatchObject({
      step: 'completed',
      remark: '',
    });
    await settle(world);
  });

  test('has no further 30 minutes after a restart', async () => {
    const world = new ScanWorld({ prompts: 20, settings: { platforms: ['claude_api'] } });
    refuseClaude(world);
    await world.begin();
    const requested = await world.request();
    await world.timers.advance(20 * minuteMs);
    await world.close();
    world.scanRunner = world.createHost();
    world.scanRunner.start();
    const scan = await ended(world, requested);
    expect(minutesOf(scan)).toBeGreaterThanOrEqual(30);
    expect(minutesOf(scan)).toBeLessThan(32);
    await settle(world);
  });

  test('is asked once more by a host that starts after that time', async () => {
    const world = new ScanWorld({
      prompts: 20,
      settings: { platforms: ['claude_api'] },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    refuseClaude(world);
    await world.begin();
    const requested = await world.request();
    await world.timers.advance(20 * minuteMs);
    await world.close();
    const before = claudeIn(world).length;
    world.timers.jumpTo('2026-11-02T09:00:00Z');
    world.scanRunner = world.createHost();
    world.scanRunner.start();
    expect(await ended(world, requested)).toMatchObject({ step: 'failed' });
    expect(claudeIn(world).length - before).toBe(1);
    await settle(world);
  });

  test('is not given up at its first refusal after 40 minutes without a host', async () => {
    const world = new ScanWorld({
      prompts: 10,
      settings: { platforms: ['claude_api'] },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    refuseClaude(world, () => claudeIn(world).length === 5);
    await world.begin();
    const requested = await world.request();
    await world.timers.until(() => claudeIn(world).length === 4);
    await world.close();
    world.timers.jumpTo('2026-11-02T06:40:00Z');
    world.scanRunner = world.createHost();
    world.scanRunner.start();
    expect(await ended(world, requested)).toMatchObject({ step: 'completed', remark: '' });
    await settle(world);
  });

  test('is not given up at its first refusal after 40 minutes in which nothing could be stored', async () => {
    const world = new ScanWorld({
      prompts: 10,
      settings: { platforms: ['claude_api'] },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    let isFull = false;
    world.ledgerChanges.endQuestions = async (ends) => {
      if (isFull) throw new Error('No space is left.');
      await world.store.ledger.endQuestions(ends);
    };
    world.scanRunner = world.createHost();
    refuseClaude(world, () => claudeIn(world).length === 5);
    await world.begin();
    const requested = await world.request();
    await world.timers.until(() => claudeIn(world).length === 4);
    isFull = true;
    await world.timers.advance(40 * minuteMs);
    isFull = false;
    expect(await ended(world, requested)).toMatchObject({ step: 'completed', remark: '' });
    await world.close();
  });

  test('has 30 minutes again in a retry', async () => {
    const world = new ScanWorld({ prompts: 10, settings: { platforms: ['claude_api'] } });
    refuseClaude(world);
    await world.begin();
    const scan = await ended(world, await world.request());
    world.timers.jumpTo('2026-11-03T06:00:00Z');
    const retryAt = world.timers.now();
    await world.scanRunner.retryScan(world.tenant, world.siteId, scan.id);
    const { endedAt } = await ended(world, scan);
    expect((endedAt ?? 0) - retryAt).toBeGreaterThanOrEqual(30 * minuteMs);
    expect((endedAt ?? 0) - retryAt).toBeLessThan(31 * minuteMs);
    await settle(world);
  });

  test('is named by a scan that waits for it, until it answers', async () => {
    const world = new ScanWorld({ prompts: 3, settings: { platforms: ['claude_api'] } });
    let isRefused = true;
    refuseClaude(world, () => isRefused);
    await world.begin();
    const requested = await world.request();
    await world.timers.until(() => claudeIn(world).length === 3);
    const since = world.timers.now();
    const until = since + 5 * minuteMs;
    await world.timers.advance(minuteMs);
    expect(world.scanRunner.waitsOf(requested.id)).toEqual([
      { platform: 'claude_api', since, until, reason },
    ]);
    isRefused = false;
    await ended(world, requested);
    expect(world.scanRunner.waitsOf(requested.id)).toEqual([]);
    await settle(world);
  });

  test('is asked for all sites in turn', async () => {
    const world = new ScanWorld({
      prompts: 20,
      settings: { platforms: ['claude_api'] },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    refuseClaude(world);
    await world.begin();
    const other = randomUUID();
    const { site, settings } = await world.subject();
    await world.write([
      {
        ...{ type: 'site', id: other, accountId: world.accountId, name: 'other.example' },
        createdAt: '2026-11-02T05:00:00Z',
        collection: settings,
      },
      ...world.promptIds.map((_, n) => ({
        ...{ type: 'prompt', id: randomUUID(), siteId: other, text: `Other ${n}` },
      })),
    ]);
    const details = await world.store.site(world.tenant, other);
    const prompts = await world.store.setupPrompts(world.tenant, other);
    const first = await world.request();
    const second = await world.scanRunner.requestScan(
      {
        site: details?.site ?? site,
        account: { id: world.accountId, sample: false },
        prompts,
        settings,
      },
      'Test key',
    );
    await world.timers.advance(25 * minuteMs);
    const counts = [first, second].map(
      ({ id }) => claudeIn(world).filter((asked) => asked.id.startsWith(id)).length,
    );
    expect(Math.abs((counts[0] ?? 0) - (counts[1] ?? 0))).toBeLessThanOrEqual(1);
    for (const scan of [first, second])
      expect(minutesOf(await ended(world, scan))).toBeLessThan(36);
    await settle(world);
  });
});

describe('a region that a platform does not take', () => {
  const rejected = `Anthropic answered with status 400: ${refusedLocation}`;
  const refuseSingapore = (world: ScanWorld) => {
    world.respond = (asked) =>
      asked.platform === 'claude_api' && asked.region === 'SG'
        ? { outcome: 'rejected', concerns: 'region', reason: rejected }
        : world.answer(asked);
  };
  const createWorld = () => {
    const world = new ScanWorld({
      prompts: 20,
      settings: { regions: ['DE', 'SG'] },
      pace: { maxInFlight: 1, maxPerMinute: 1_000 },
    });
    refuseSingapore(world);
    return world;
  };
  const inSingapore = (world: ScanWorld) => claudeIn(world).filter(({ region }) => region === 'SG');

  test('is asked three times, and everything else is asked', async () => {
    const world = await createWorld().begin();
    const scan = await ended(world, await world.request());
    expect(inSingapore(world)).toHaveLength(3);
    expect(await world.imported(scan.id)).toEqual({
      'claude_api DE': 20,
      'chatgpt_api DE': 20,
      'chatgpt_api SG': 20,
    });
    expect(scan.remark).toBe(
      `Claude API (Singapore) is left out: only 0 of 20 questions were answered. ${rejected}`,
    );
    await settle(world);
  });

  test('is not asked again after a restart', async () => {
    const world = await createWorld().begin();
    const requested = await world.request();
    await world.timers.until(() => inSingapore(world).length === 3);
    await world.timers.advance(1_000);
    await world.close();
    world.scanRunner = world.createHost();
    world.scanRunner.start();
    await ended(world, requested);
    expect(inSingapore(world)).toHaveLength(3);
    await settle(world);
  });

  test('fails with a reason by which the ledger finds it', async () => {
    const world = await createWorld().begin();
    await ended(world, await world.request());
    const refused = world.store.ledger.ends.filter(({ reason }) =>
      reason.endsWith(refusedLocation),
    );
    expect(new Set(refused.map(({ outcome, region }) => `${outcome} ${region}`))).toEqual(
      new Set(['failed SG']),
    );
    await settle(world);
  });
});

describe('what a platform says of a refusal', () => {
  const response = {
    ...{ status: 400, type: 'invalid_request_error', code: null, message: 'Too long.' },
    raw: '{"error":{"message":"Too long."}}',
  };

  test.each<[string, Asked]>([
    ['a failure', { outcome: 'failed', reason: 'No.', cost: 0, raw: response.raw, response }],
    ['a refusal', { outcome: 'refused', reason: 'No.', retryAfterMs: null, response }],
    ['a rejection', { outcome: 'rejected', reason: 'No.', response }],
  ])('is kept with the response to %s, and logged without the message', async (_, asked) => {
    const world = new ScanWorld({ prompts: 1, settings: { platforms: ['claude_api'] } });
    world.respond = () => asked;
    await world.begin();
    const { id, remark } = await ended(world, await world.request());
    const { ledger } = world.store;
    const kept = ledger.ends.filter(({ message }) => message === 'Too long.');
    expect(kept[0]).toMatchObject({ scanId: id, reason: 'No.', raw: response.raw });
    // These stay when the scan is deleted.
    const [question] = await ledger.askedQuestions(world.siteId, id);
    expect(`${remark} ${question?.reason}`).not.toContain('Too long.');
    expect(world.platformErrors).toContainEqual({
      ...{ platform: 'claude_api', status: 400, type: 'invalid_request_error', code: null },
    });
    expect(JSON.stringify(world.platformErrors)).not.toContain('Too long.');
    await settle(world);
  });
});
