import { describe, expect, test } from 'vitest';
import type { PlatformId } from '../../src/contract/enums.ts';
import { maxSources } from '../../src/contract/record-limits.ts';
import type { Fetch } from '../../src/service/platforms/send.ts';
import { connectPlatforms } from '../../src/service/scans/connect-platforms.ts';
import type { Platform } from '../../src/service/scans/platform.ts';
import { type Behaviour, inventAnswer, StubPlatforms } from '../platforms/stub-platforms.ts';
import { TestTimers } from './test-timers.ts';

const environment = {
  OPENAI_API_KEY: 'openai-secret',
  ANTHROPIC_API_KEY: 'anthropic-secret',
  GEMINI_API_KEY: 'gemini-secret',
};
const { signal } = new AbortController();
const signals = { abort: signal, cancel: signal };
const question = {
  ...{ id: 'q-1', text: 'Which one?', region: 'DE', model: 'model-1' },
  estimate: 360_000,
};

function connect(
  stubs = new StubPlatforms(),
  invented: StubPlatforms | null = null,
  fetch: Fetch = stubs.fetch,
  settings: Readonly<Record<string, string>> = {},
) {
  const timers = new TestTimers('2026-11-02T06:00:00Z');
  const platformsOf = connectPlatforms({
    fetch,
    inventedFetch: invented?.fetch ?? null,
    timers,
    environment: { ...environment, ...settings },
  });
  const find = (id: PlatformId, sample = false): Platform => {
    const platform = platformsOf({ sample }).find((candidate) => candidate.id === id);
    if (!platform) throw new Error(`There is no ${id}.`);
    return platform;
  };
  return { timers, find };
}

/** Asks Claude, which first behaves in a certain way. */
async function askMisbehaving(behaviour: Behaviour, times = 1) {
  const stubs = new StubPlatforms();
  stubs.misbehave({ behaviour, times });
  const { timers, find } = connect(stubs);
  let isDone = false;
  const asking = find('claude_api')
    .ask(question, signals)
    .finally(() => {
      isDone = true;
    });
  const ms = await timers.until(() => isDone);
  return { asked: await asking, ms, stubs };
}

describe('a platform', () => {
  test('is connected by its key, and says which one is missing', () => {
    const { find } = connect();
    expect(find('chatgpt_api').offered).toMatchObject({ connected: true, missing: null });
    expect(find('perplexity_sonar_pro').offered).toMatchObject({
      connected: false,
      missing: 'Set PERPLEXITY_API_KEY.',
    });
  });

  test('is not asked without a location if it takes none, and only so if it takes no other', () => {
    const { find } = connect();
    expect(find('gemini_api').offered).toMatchObject({
      takesLocation: false,
      takesNoLocation: true,
      suggested: false,
    });
    expect(find('gemini_api').canAskFrom('DE')).toBe(false);
    expect(find('chatgpt_api').canAskFrom('DE')).toBe(true);
  });

  test('has an estimate that is reserved before it is asked', () => {
    const { estimate, offered } = connect().find('chatgpt_api');
    expect(estimate).toBeGreaterThan(0);
    expect(offered.estimateUsd).toBe(estimate / 1e6);
  });

  test('costs what it does on the day on which it is asked, while the host runs on', async () => {
    const { timers, find } = connect();
    const gemini = find('gemini_api');
    const ask = () => gemini.ask({ ...question, region: 'ZZ', model: gemini.model }, signals);
    timers.setClock('2026-12-31T23:59:59Z');
    const [estimate, asked] = [gemini.estimate, await ask()];
    timers.setClock('2027-01-01T00:00:00Z');
    // 60,000 and 8,000 at $0.75, 16,000 and 500 at $3.75 a million; 8 searches and 1 at $14 a thousand.
    expect([estimate, asked]).toMatchObject([105_000 + 112_000, { cost: 7_875 + 14_000 }]);
    expect([gemini.estimate, await ask()]).toMatchObject([
      2 * 105_000 + 112_000,
      { cost: 2 * 7_875 + 14_000 },
    ]);
    expect(gemini.offered.estimateUsd).toBe(0.322);
  });

  test('is asked for the model that a setting names, at its price there', async () => {
    const { find } = connect(undefined, new StubPlatforms(), undefined, {
      OPENAI_MODEL: 'gpt-7',
      OPENAI_MODEL_PRICE: '3/6/1/0',
      ANTHROPIC_MODEL: 'claude-haiku-5-5',
    });
    const chatgpt = find('chatgpt_api');
    expect(chatgpt).toMatchObject({ model: 'gpt-7', estimate: 180_000 + 96_000 });
    const ask = (model: string) => chatgpt.ask({ ...question, model }, signals);
    expect(await ask('gpt-7')).toMatchObject({ answer: { model: 'gpt-7' }, cost: 24_000 + 3_000 });
    // As in a scan that was requested before, and is asked again.
    expect(await ask('gpt-6.1-terra')).toMatchObject({ cost: 8_000 + 2_500 + 10_000 });
    expect(find('claude_api').offered.model).toBe('claude-haiku-5-5');
    expect(find('chatgpt_api', true).offered.model).toBe('gpt-6.1-terra');
  });

  test('returns everything that came with the answer', async () => {
    const asked = await connect().find('chatgpt_api').ask(question, signals);
    expect(asked).toMatchObject({
      outcome: 'answered',
      answer: {
        model: 'model-1',
        searched: true,
        queries: ['Suche nach Which one?'],
        citations: [{ url: 'https://zitiert.example/größe', title: 'Größe 🎈' }],
        location: 'DE',
      },
    });
    expect(asked.outcome === 'answered' && JSON.parse(asked.raw)).toMatchObject({
      model: 'model-1',
    });
  });

  test('resolves at most eight redirects at once, of all answers', async () => {
    const host = 'https://vertexaisearch.cloud.google.com/';
    const retrieved = Array.from({ length: 20 }, (_, index) => ({
      ...{ url: `${host}${index}`, title: null },
    }));
    const stubs = new StubPlatforms((model, seen) => ({
      ...inventAnswer(model, seen),
      ...{ citations: [], retrieved },
    }));
    let running = 0;
    let most = 0;
    const platformsOf = connectPlatforms({
      async fetch(url, init) {
        if (!url.startsWith(host)) return stubs.fetch(url, init);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return new Response(null, {
          headers: { location: `https://kran.example${new URL(url).pathname}` },
        });
      },
      ...{ inventedFetch: null, timers: new TestTimers('2026-11-02T06:00:00Z'), environment },
    });
    const gemini = platformsOf({ sample: false }).find(({ id }) => id === 'gemini_api');
    const ask = (id: string) => gemini?.ask({ ...question, id, region: 'ZZ' }, signals);
    const [asked] = await Promise.all([ask('q-1'), ask('q-2')]);
    expect(most).toBe(8);
    expect(asked).toMatchObject({
      answer: {
        retrieved: retrieved.map((_, index) => ({ url: `https://kran.example/${index}` })),
      },
    });
  });

  test('continues a paused turn as the same question', async () => {
    const { asked, stubs } = await askMisbehaving({ kind: 'pause' });
    expect(asked.outcome).toBe('answered');
    expect(asked.outcome === 'answered' && JSON.parse(asked.raw)).toHaveLength(2);
    expect(stubs.questions.map(({ asked: times }) => times)).toEqual([1, 0]);
  });

  test('gives each request of a question an ID of its own', async () => {
    const { stubs } = await askMisbehaving({ kind: 'pause' });
    expect(stubs.questions.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['q-1', 'q-1.2']);
  });

  test('resolves no more redirects than sources are kept', async () => {
    const groundingChunks = Array.from({ length: maxSources + 50 }, (_, n) => ({
      web: { uri: `https://vertexaisearch.cloud.google.com/${n}`, title: 'kran.example' },
    }));
    const content = { role: 'model', parts: [{ text: 'Kran A.' }] };
    const candidates = [{ finishReason: 'STOP', content, groundingMetadata: { groundingChunks } }];
    const stubs = new StubPlatforms();
    stubs.misbehave({ behaviour: { kind: 'body', body: { candidates } } });
    const resolved: string[] = [];
    const { find } = connect(stubs, null, async (url, init) => {
      if (init.method !== 'HEAD') return stubs.fetch(url, init);
      resolved.push(url);
      const location = `https://kran.example${new URL(url).pathname}`;
      return new Response(null, { status: 302, headers: { location } });
    });
    const asked = await find('gemini_api').ask({ ...question, region: 'ZZ' }, signals);
    expect(asked.outcome === 'answered' && asked.answer.retrieved).toHaveLength(maxSources);
    expect(resolved).toHaveLength(maxSources);
  });

  test('names a page once to which several redirects lead', async () => {
    const retrieved = ['a', 'b'].map((path) => ({
      ...{ url: `https://vertexaisearch.cloud.google.com/${path}`, title: path },
    }));
    const stubs = new StubPlatforms((model, seen) => ({
      ...inventAnswer(model, seen),
      ...{ citations: retrieved, retrieved },
    }));
    const headers = { location: 'https://kran.example/page' };
    const { find } = connect(stubs, null, async (url, init) =>
      init.method === 'HEAD' ? new Response(null, { headers }) : stubs.fetch(url, init),
    );
    const asked = await find('gemini_api').ask({ ...question, region: 'ZZ' }, signals);
    const page = { url: 'https://kran.example/page', title: 'a' };
    expect(asked).toMatchObject({ answer: { citations: [page], retrieved: [page] } });
  });

  test('asks nothing for a region whose location can no longer be sent', async () => {
    const stubs = new StubPlatforms();
    const platform = connect(stubs).find('chatgpt_api');
    expect(platform.canAskFrom('AN')).toBe(false);
    expect(await platform.ask({ ...question, region: 'AN' }, signals)).toEqual({
      outcome: 'failed',
      reason: 'The platform can no longer be asked from this region.',
      cost: 0,
      raw: null,
    });
    expect(stubs.questions).toEqual([]);
  });
});

describe('what a platform does instead of answering', () => {
  test.each<[string, Behaviour, object]>([
    [
      'is a refusal with the time to wait, if there are too many requests',
      { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      { outcome: 'refused', retryAfterMs: 7_000 },
    ],
    [
      'is a refusal if it is overloaded',
      { kind: 'status', status: 503, body: { error: { type: 'overloaded_error' } } },
      { outcome: 'refused', retryAfterMs: null },
    ],
    [
      'is a failure that may have been paid for, if a gateway says that nothing is available',
      { kind: 'status', status: 503, body: '<h1>Service Unavailable</h1>' },
      { outcome: 'failed', cost: null },
    ],
    [
      'is a failure that may have been paid for, if a gateway has waited too long',
      { kind: 'status', status: 408 },
      { outcome: 'failed', cost: null },
    ],
    [
      'is a rejection if the key is wrong',
      { kind: 'status', status: 401 },
      { outcome: 'rejected' },
    ],
    [
      'is a failure without costs if the request is wrong',
      { kind: 'status', status: 422 },
      { outcome: 'failed', cost: 0 },
    ],
    [
      'is a failure that may have been paid for, if the service fails',
      { kind: 'status', status: 500 },
      { outcome: 'failed', cost: null },
    ],
    [
      'is a failure that may have been paid for, if the answer is cut off',
      { kind: 'cut' },
      { outcome: 'failed', cost: null },
    ],
    [
      'is a failure that may have been paid for, if the connection ends',
      { kind: 'drop' },
      { outcome: 'failed', cost: null },
    ],
  ])('%s', async (_, behaviour, expected) => {
    const { asked } = await askMisbehaving(behaviour);
    expect(asked).toMatchObject(expected);
    expect(JSON.stringify(asked)).not.toContain('secret');
  });

  test('is kept without parts of the key if an error has the status of a success', async () => {
    const error = {
      type: 'authentication_error',
      message: 'The key that ends in -secret is wrong.',
    };
    const body = { type: 'error', error };
    const { asked } = await askMisbehaving({ kind: 'status', status: 200, body });
    expect(asked).toMatchObject({
      outcome: 'failed',
      raw: expect.stringContaining('The key that ends in [key] is wrong.'),
    });
  });

  /** Asks Claude, which begins, and then refuses to go on. */
  function askRefusing(retryAfter: string) {
    const stubs = new StubPlatforms();
    const refusal = {
      kind: 'status',
      status: 503,
      headers: { 'retry-after': retryAfter },
    } as const;
    stubs.misbehave({ behaviour: refusal });
    stubs.misbehave({ behaviour: { kind: 'pause' }, times: 1 });
    const { timers, find } = connect(stubs);
    const cancel = new AbortController();
    let isDone = false;
    const asking = find('claude_api')
      .ask(question, { abort: signal, cancel: cancel.signal })
      .finally(() => {
        isDone = true;
      });
    return { timers, stubs, cancel, asking, done: () => timers.until(() => isDone) };
  }

  test('is a failure if it goes on refusing what has begun, after three requests', async () => {
    const { asking, done } = askRefusing('4');
    expect(await done()).toBe(8_000);
    expect(await asking).toMatchObject({ outcome: 'failed', cost: null });
  });

  test('is waited for at most five minutes between two requests, whatever it asks for', async () => {
    const { done } = askRefusing('864000');
    expect(await done()).toBe(600_000);
  });

  test('is no longer waited for once the scan is cancelled', async () => {
    const { timers, stubs, cancel, asking, done } = askRefusing('4');
    await timers.advance(1_000);
    cancel.abort();
    expect(await done()).toBe(0);
    expect(await asking).toMatchObject({ outcome: 'failed', cost: null });
    expect(stubs.questions.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['q-1', 'q-1.2']);
  });
});

test('an answer of more than 256 KiB is a failure that has been paid for', async () => {
  const askFor = async (bytes: number) => {
    const stubs = new StubPlatforms((model, seen) => ({
      ...inventAnswer(model, seen),
      text: 'ä'.repeat(bytes / 2),
    }));
    return connect(stubs)
      .find('chatgpt_api')
      .ask({ ...question, model: 'gpt-6.1-terra' }, signals);
  };
  expect((await askFor(256 * 1024)).outcome).toBe('answered');
  expect(await askFor(256 * 1024 + 2)).toMatchObject({
    outcome: 'failed',
    reason: 'The answer is too large: more than 256 KiB.',
    // 8,000 at $1 and 500 at $5 a million; 1 at $10 a thousand.
    cost: 8_000 + 2_500 + 10_000,
  });
});

describe('a paused turn that does not go on', () => {
  const askFor = async (inputTokens: number, estimate = question.estimate) => {
    const stubs = new StubPlatforms((model, seen) => {
      const answer = inventAnswer(model, seen);
      return { ...answer, usage: { ...answer.usage, inputTokens } };
    });
    stubs.misbehave({ behaviour: { kind: 'status', status: 500 } });
    stubs.misbehave({ behaviour: { kind: 'pause' }, times: 1 });
    const { timers, find } = connect(stubs);
    let isDone = false;
    const asking = find('claude_api')
      .ask({ ...question, model: 'claude-sonnet-5-5', estimate }, signals)
      .finally(() => {
        isDone = true;
      });
    await timers.until(() => isDone);
    const asked = await asking;
    if (asked.outcome !== 'failed') throw new Error('It was answered.');
    return asked;
  };
  const costOf = async (inputTokens: number, estimate?: number) =>
    (await askFor(inputTokens, estimate)).cost;

  test('keeps what has come', async () => {
    const { raw } = await askFor(8_000);
    expect(JSON.parse(raw ?? '')).toMatchObject({ stop_reason: 'pause_turn' });
  });

  test('costs as much as what has come, if that is more than what is reserved', async () => {
    // 300,000 at $2 and 500 at $10 a million; 1 at $10 a thousand.
    expect(await costOf(300_000)).toBe(600_000 + 5_000 + 10_000);
  });

  test('costs an unknown amount if what has come is less than what is reserved', async () => {
    expect(await costOf(8_000)).toBeNull();
    expect(await costOf(300_000, 700_000)).toBeNull();
  });
});

describe('an account with sample data', () => {
  test('is asked on invented platforms only, at no cost', async () => {
    const [real, invented] = [new StubPlatforms(), new StubPlatforms()];
    const { find } = connect(real, invented);
    const platform = find('perplexity_sonar_pro', true);
    expect(platform).toMatchObject({ estimate: 0, isConnected: true });
    expect(platform.offered).toMatchObject({ invented: true, estimateUsd: 0 });
    expect(await platform.ask(question, signals)).toMatchObject({ outcome: 'answered', cost: 0 });
    expect(invented.questions).toHaveLength(1);
    expect(real.questions).toEqual([]);
  });

  test('cannot be asked on real platforms if none are invented', async () => {
    const real = new StubPlatforms();
    const platform = connect(real).find('chatgpt_api', true);
    expect(platform.isConnected).toBe(false);
    expect(await platform.ask(question, signals)).toMatchObject({ outcome: 'rejected' });
    expect(real.questions).toEqual([]);
  });
});
