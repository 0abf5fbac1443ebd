import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { adapters } from '../../src/service/platforms/adapters.ts';
import type { PlatformAdapter, PlatformRequest } from '../../src/service/platforms/platform.ts';
import { type Fetch, type SendOptions, sendQuestion } from '../../src/service/platforms/send.ts';
import { StubPlatforms } from './stub-platforms.ts';
import { connectToStubs, originOf, type RemoteStubs, serveStubPlatforms } from './stub-server.ts';

const cases = adapters.map((adapter) => [adapter.vendor, adapter] as const);
const regionOf = (adapter: PlatformAdapter) => (adapter.canAskFrom('DE') ? 'DE' : 'ZZ');
const platformOf = ({ platforms }: PlatformAdapter) => platforms[0] ?? 'chatgpt_api';
const requestOf = (adapter: PlatformAdapter, text = 'Welcher Kran?') =>
  adapter.toRequest(
    { text, region: regionOf(adapter), platform: platformOf(adapter) },
    { model: adapter.defaultModel },
  );
const send = (
  fetch: Fetch,
  adapter: PlatformAdapter,
  request: PlatformRequest,
  options: Partial<SendOptions> = {},
) =>
  sendQuestion(fetch, adapter, 'key', request, {
    signal: new AbortController().signal,
    timeout: 60_000,
    ...options,
  });

/** Sends a question, and lets paused turns go on. */
async function ask(fetch: Fetch, adapter: PlatformAdapter, options: Partial<SendOptions> = {}) {
  const request = requestOf(adapter);
  const responses: unknown[] = [];
  for (let next = request; ; ) {
    const outcome = await send(fetch, adapter, next, options);
    if (outcome.kind !== 'answered') return outcome;
    responses.push(outcome.body);
    const reading = adapter.readResponses(responses, request, { day: '2026-11-29', own: null });
    if (reading.kind !== 'continue') return reading;
    next = reading.request;
  }
}

async function startServer(): Promise<RemoteStubs> {
  const server = await serveStubPlatforms(new StubPlatforms());
  const stubs = connectToStubs(originOf(server), async () => {
    server.closeAllConnections();
    server.close();
  });
  onTestFinished(() => stubs.stop());
  return stubs;
}

const expectedAnswer = (adapter: PlatformAdapter) => ({
  kind: 'answer',
  text: `Für „Welcher Kran?“ (${regionOf(adapter)}) 🎈 nennt [eine Seite](https://zitiert.example/größe) die Antwort.`,
  model: adapter.defaultModel,
  searched: true,
  queries: ['Suche nach Welcher Kran?'],
  citations: [{ url: 'https://zitiert.example/größe', title: 'Größe 🎈' }],
  retrieved: [{ url: 'https://zitiert.example/größe' }, { url: 'https://gefunden.example/' }],
});

describe.each(cases)('the stub of %s', (_, adapter) => {
  const platform = platformOf(adapter);

  it('answers in the protocol that the adapter reads', async () => {
    const stub = new StubPlatforms();
    const reading = await ask(stub.fetch, adapter);
    expect(reading).toMatchObject(expectedAnswer(adapter));
    expect(reading.kind === 'answer' && reading.cost).toBeGreaterThan(0);
  });

  it('answers over HTTP as without a port', async () => {
    const stubs = await startServer();
    const options = { baseUrl: stubs.baseUrlOf(platform), id: 'question-1' };
    expect(await ask(globalThis.fetch, adapter, options)).toMatchObject(expectedAnswer(adapter));
    expect(await stubs.questions()).toEqual([
      {
        ...{ platform, text: 'Welcher Kran?', region: regionOf(adapter) },
        ...{ idempotencyKey: 'question-1', asked: 1, answered: 1 },
      },
    ]);
  });

  it('loses the connection as it is told', async () => {
    const stubs = await startServer();
    const inProcess = new StubPlatforms();
    const baseUrl = stubs.baseUrlOf(platform);
    for (const kind of ['cut', 'drop'] as const) {
      const rule = { behaviour: { kind }, times: 1 };
      await stubs.misbehave(rule);
      inProcess.misbehave(rule);
      const lost = { kind: 'failed', reason: 'connection_lost' };
      expect(await ask(globalThis.fetch, adapter, { baseUrl })).toMatchObject(lost);
      expect(await ask(inProcess.fetch, adapter)).toMatchObject(lost);
    }
    expect(await stubs.questions()).toMatchObject([{ asked: 2, answered: 0 }]);
    expect(inProcess.questions).toMatchObject([{ asked: 2, answered: 0 }]);
  });
});

const [chatgpt, claude] = [adapters[1], adapters[0]] as [PlatformAdapter, PlatformAdapter];

it('a paused turn is one question', async () => {
  const stub = new StubPlatforms();
  stub.misbehave({ behaviour: { kind: 'pause' }, times: 2 });
  expect(await ask(stub.fetch, claude)).toMatchObject({ kind: 'answer', usage: { searches: 3 } });
  expect(stub.questions).toMatchObject([{ asked: 1, answered: 1 }]);
});

it('a rule applies to its platform and text only, and as often as it says', async () => {
  const stub = new StubPlatforms();
  const headers = { 'retry-after': '3' };
  stub.misbehave({
    behaviour: { kind: 'status', status: 429, headers },
    ...{ platform: 'chatgpt_api', text: 'Welcher Kran?', times: 1 },
  });
  const kindOf = async (adapter: PlatformAdapter, text?: string) =>
    (await send(stub.fetch, adapter, requestOf(adapter, text))).kind;
  expect(await kindOf(claude)).toBe('answered');
  expect(await kindOf(chatgpt, 'Welcher Bagger?')).toBe('answered');
  expect(await kindOf(chatgpt)).toBe('refused');
  expect(await kindOf(chatgpt)).toBe('answered');
});

it('a delayed and a held question are counted before they are answered', async () => {
  const stubs = await startServer();
  await stubs.misbehave({ behaviour: { kind: 'hold' }, text: 'Welcher Kran?' });
  await stubs.misbehave({ behaviour: { kind: 'delay', milliseconds: 1 }, text: 'Welcher Bagger?' });
  const baseUrl = stubs.baseUrlOf('chatgpt_api');
  const held = send(globalThis.fetch, chatgpt, requestOf(chatgpt), { baseUrl });
  const delayed = requestOf(chatgpt, 'Welcher Bagger?');
  expect(await send(globalThis.fetch, chatgpt, delayed, { baseUrl })).toMatchObject({
    kind: 'answered',
  });
  await vi.waitUntil(async () => (await stubs.questions()).length === 2, { timeout: 60_000 });
  expect((await stubs.questions()).map(({ answered }) => answered).sort()).toEqual([0, 1]);
  await stubs.release();
  expect(await held).toMatchObject({ kind: 'answered' });
});

it('a body is sent as it is given', async () => {
  const stub = new StubPlatforms();
  stub.misbehave({ behaviour: { kind: 'body', body: '<html>' } });
  expect(await ask(stub.fetch, chatgpt)).toMatchObject({ kind: 'failed', reason: 'not_json' });
});
