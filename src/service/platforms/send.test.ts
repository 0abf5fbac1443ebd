import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StubPlatforms } from '../../../tests/platforms/stub-platforms.ts';
import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { gemini } from './gemini.ts';
import { perplexity } from './perplexity.ts';
import type { PlatformAdapter } from './platform.ts';
import { type Fetch, maxKeptBytes, type SendOptions, sendQuestion } from './send.ts';

const key = 'sk-secret-0123456789';
const requestOf = (adapter: PlatformAdapter) => {
  const [platform = 'chatgpt_api'] = adapter.platforms;
  const question = { text: 'Which crane?', region: 'ZZ', platform };
  return adapter.toRequest(question, { model: adapter.defaultModel });
};
const send = (fetch: Fetch, options: Partial<SendOptions> = {}, adapter = chatgpt) =>
  sendQuestion(fetch, adapter, key, requestOf(adapter), {
    signal: new AbortController().signal,
    timeout: 60_000,
    ...options,
  });
/** Sends a question to something that responds like this. */
const sendTo = (
  status: number,
  body: unknown = '',
  headers: Record<string, string> = {},
  adapter = chatgpt,
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(async () => new Response(text, { status, headers }), {}, adapter);
};

const servers: Server[] = [];

/** Starts a server that responds like this, and returns its address. */
async function serve(respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => respond(response)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

afterEach(async () => {
  vi.useRealTimers();
  await closeServers();
});

describe('a request', () => {
  it.each([
    [chatgpt, 'https://api.openai.com/v1/responses', 'authorization', `Bearer ${key}`],
    [claude, 'https://api.anthropic.com/v1/messages', 'x-api-key', key],
    [
      gemini,
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:generateContent',
      'x-goog-api-key',
      key,
    ],
    [perplexity, 'https://api.perplexity.ai/v1/responses', 'authorization', `Bearer ${key}`],
  ])('carries the key in the header of $vendor only', async (adapter, address, name, value) => {
    const fetch = vi.fn<Fetch>(async () => Response.json({}));
    await send(fetch, {}, adapter);
    const [url, init] = fetch.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(url).toBe(address);
    expect(headers.get(name)).toBe(value);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.has('idempotency-key')).toBe(false);
    expect(url + String(init?.body)).not.toContain(key);
    expect(init?.redirect).toBe('manual');
  });

  it('goes to another base URL, with an ID', async () => {
    const fetch = vi.fn<Fetch>(async () => Response.json({}));
    await send(fetch, { baseUrl: 'http://127.0.0.1:1/gateway', id: 'question-1' });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('http://127.0.0.1:1/gateway/v1/responses');
    expect(new Headers(init?.headers).get('idempotency-key')).toBe('question-1');
  });

  it('is not sent once it is abandoned', async () => {
    const fetch = vi.fn<Fetch>();
    expect(await send(fetch, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'refused',
      reason: 'not_sent',
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is not sent with a key that no header can carry', async () => {
    const fetch = vi.fn<Fetch>();
    const outcome = await sendQuestion(fetch, chatgpt, 'geheim\nwort', requestOf(chatgpt), {
      ...{ signal: new AbortController().signal, timeout: 1_000 },
    });
    expect(outcome).toMatchObject({ kind: 'stopped', reason: 'wrong_key' });
    expect(JSON.stringify(outcome)).not.toContain('geheim');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('an answer', () => {
  it('is passed on parsed and as it came', async () => {
    const raw = '{"text": "Größe 🎈"}';
    expect(await sendTo(200, raw)).toEqual({
      kind: 'answered',
      body: { text: 'Größe 🎈' },
      raw,
    });
  });

  it('of more than 1 MiB is parsed as a whole, and kept up to a whole character', async () => {
    const text = `a${'ö'.repeat(maxKeptBytes)}`;
    const outcome = await sendTo(200, JSON.stringify(text));
    expect(outcome).toMatchObject({ kind: 'answered', body: text });
    // A quotation mark, an a, and half of an ö that is left out.
    expect(outcome.kind === 'answered' && Buffer.byteLength(outcome.raw)).toBe(maxKeptBytes);
  });

  it('of bytes that are no text is kept up to 1 MiB of what they are read as', async () => {
    const quote = Buffer.from('"');
    const body = Buffer.concat([quote, Buffer.alloc(maxKeptBytes / 2, 0xff), quote]);
    const outcome = await send(async () => new Response(body));
    expect(outcome.kind === 'answered' && Buffer.byteLength(outcome.raw)).toBe(maxKeptBytes);
  });

  it('of 30 MB is not read to its end', async () => {
    let sent = 0;
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 30) controller.close();
        else controller.enqueue(new Uint8Array(1_000_000).fill(32));
        sent += 1;
      },
      cancel() {
        isCancelled = true;
      },
    });
    expect(await send(async () => new Response(stream))).toEqual({
      kind: 'failed',
      reason: 'too_large',
      message: 'OpenAI answered with more than 8 MiB.',
    });
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(15);
  });

  it.each([
    ['a web page', '\n<!doctype html><p>Sign in', 'a web page instead of an answer'],
    ['half a body', '{"output": [{"type": "mess', 'a response that is cut off, or no JSON'],
    ['nothing', '', 'a response that is cut off, or no JSON'],
  ])('that is %s is a failure in words', async (_, body, words) => {
    expect(await sendTo(200, body)).toMatchObject({
      kind: 'failed',
      reason: 'not_json',
      message: `OpenAI answered with ${words}.`,
    });
  });
});

describe('a key that is repeated', () => {
  const secret = 'sk-"a/b\\\\cÄ.0123';
  const sendWith = (ownKey: string, body: string) =>
    sendQuestion(async () => new Response(body), chatgpt, ownKey, requestOf(chatgpt), {
      ...{ signal: new AbortController().signal, timeout: 60_000 },
    });

  it.each([
    ['as it is', JSON.stringify({ text: `authorization: Bearer ${secret}!` })],
    [
      'with every character as an escape',
      `{"text":"authorization: Bearer ${secret
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
        .join('')}!"}`,
    ],
    [
      'with escaped slashes',
      JSON.stringify({ text: `authorization: Bearer ${secret}!` }).replaceAll('/', '\\/'),
    ],
  ])('%s is neither in the body nor in what is kept', async (_, body) => {
    expect(JSON.parse(body)).toEqual({ text: `authorization: Bearer ${secret}!` });
    expect(await sendWith(secret, body)).toEqual({
      kind: 'answered',
      body: { text: 'authorization: Bearer [key]!' },
      raw: '{"text":"authorization: Bearer [key]!"}',
    });
  });

  it('is not in what is kept of a long answer', async () => {
    const body = JSON.stringify([key, 'a'.repeat(maxKeptBytes)]);
    const outcome = await sendWith(key, body);
    expect(outcome.kind === 'answered' && outcome.raw.slice(0, 20)).toBe('["[key]","aaaaaaaaaa');
  });

  it('stays if it is a short word', async () => {
    expect(await sendWith('crane', '"A crane."')).toMatchObject({ body: 'A crane.' });
  });
});

describe('a refusal', () => {
  it.each<[string, Record<string, string>, unknown, number | null]>([
    ['seconds', { 'retry-after': '7' }, '', 7_000],
    ['parts of a second', { 'retry-after': '0.25' }, '', 250],
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, '', 1_500],
    ['a date', { 'retry-after': 'Sat, 28 Nov 2026 12:00:30 GMT' }, '', 30_000],
    ['a date in the past', { 'retry-after': 'Sat, 28 Nov 2026 11:00:00 GMT' }, '', 0],
    ['Google’s body', {}, { error: { details: [{ reason: 'X' }, { retryDelay: '34s' }] } }, 34_000],
    ['nothing', {}, '', null],
    ['no number', { 'retry-after': 'soon', 'retry-after-ms': '-5' }, '', null],
  ])('says in %s how long to wait', async (_, headers, body, retryAfter) => {
    vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] });
    expect(await sendTo(429, body, headers)).toMatchObject({
      kind: 'refused',
      reason: 'rate_limited',
      retryAfter,
    });
  });

  it.each([503, 529])('of status %i means that the platform is overloaded', async (status) => {
    expect(await sendTo(status, 'busy', { 'retry-after': '2' })).toMatchObject({
      kind: 'refused',
      reason: 'overloaded',
      message: `OpenAI answered with status ${status}: it is overloaded.`,
      retryAfter: 2_000,
    });
  });

  it.each<[string, PlatformAdapter, unknown]>([
    ['Anthropic', claude, { type: 'error', error: { type: 'overloaded_error', message: '' } }],
    ['Google', gemini, { error: { code: 503, status: 'UNAVAILABLE', message: '' } }],
    ['OpenAI', chatgpt, { error: { code: 'server_is_overloaded', message: '' } }],
  ])('is a 503 without a time in the words of %s', async (_, adapter, body) => {
    expect(await sendTo(503, body, {}, adapter)).toMatchObject({
      kind: 'refused',
      reason: 'overloaded',
      retryAfter: null,
    });
  });

  it('is no empty balance where Google speaks of quota and billing', async () => {
    const message = 'You exceeded your current quota, please check your plan and billing details.';
    const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message } };
    expect(await sendTo(429, body, {}, gemini)).toMatchObject({
      kind: 'refused',
      reason: 'rate_limited',
      message: 'Google answered with status 429 (RESOURCE_EXHAUSTED): too many requests.',
    });
  });

  it('is a connection that was never made', async () => {
    const baseUrl = await serve(() => {});
    await closeServers();
    expect(await send(globalThis.fetch, { baseUrl })).toEqual({
      kind: 'refused',
      reason: 'no_connection',
      message: 'There is no connection to OpenAI (ECONNREFUSED).',
      retryAfter: null,
    });
  });

  it('is a port that is never connected to', async () => {
    const baseUrl = 'http://127.0.0.1:6000';
    expect(await send(globalThis.fetch, { baseUrl })).toEqual({
      kind: 'refused',
      reason: 'no_connection',
      message: 'There is no connection to OpenAI.',
      retryAfter: null,
    });
  });

  it.each([
    ['an unknown host', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    ['no connection in time', { code: 'UND_ERR_CONNECT_TIMEOUT' }],
    ['an expired certificate', { code: 'CERT_HAS_EXPIRED' }],
    [
      'several addresses without a connection',
      { code: 'ETIMEDOUT', errors: [{ syscall: 'connect' }, { syscall: 'connect' }] },
    ],
  ])('is %s', async (_, cause) => {
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    expect(await send(fetch)).toMatchObject({ kind: 'refused', reason: 'no_connection' });
  });
});

describe('a platform is stopped', () => {
  const insufficientQuota = { error: { code: 'insufficient_quota', type: 'insufficient_quota' } };
  it.each<[string, string, number, unknown]>([
    ['wrong_key', 'a wrong key', 401, { error: { code: 'invalid_api_key', message: key } }],
    ['wrong_key', 'a 401 without a body', 401, ''],
    [
      'wrong_key',
      'Google’s wrong key',
      400,
      { error: { details: [{ reason: 'API_KEY_INVALID' }] } },
    ],
    ['empty_balance', 'an empty balance with 401', 401, insufficientQuota],
    [
      'empty_balance',
      'an empty balance that only the words mention',
      401,
      { error: { message: 'Your credit balance is too low', type: 'invalid_request_error' } },
    ],
    ['empty_balance', 'an empty balance with 402', 402, ''],
    ['empty_balance', 'an empty balance with 429', 429, insufficientQuota],
    [
      'empty_balance',
      'OpenAI’s empty balance',
      429,
      { error: { code: 'credit_balance_exhausted' } },
    ],
    [
      'spend_limit',
      'Anthropic’s limit of an organization',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message:
            'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
        },
      },
    ],
    [
      'spend_limit',
      'Anthropic’s limit of a tier',
      429,
      {
        type: 'error',
        error: {
          type: 'rate_limit_error',
          message: 'Your organization has crossed its monthly API usage threshold.',
          details: { error_code: 'enforced_spend_limit_reached' },
        },
      },
    ],
    [
      'spend_limit',
      'Anthropic’s limit of a workspace',
      429,
      { error: { type: 'rate_limit_error', message: 'You will regain access on 2026-12-01.' } },
    ],
    [
      'spend_limit',
      'OpenAI’s limit of a project',
      429,
      { error: { code: 'project_spend_limit_exceeded', type: 'insufficient_quota' } },
    ],
    [
      'empty_balance',
      'an empty balance with 400',
      400,
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'Your credit balance is' },
      },
    ],
    ['forbidden', 'a key without the right', 403, ''],
    ['not_found', 'an unknown model', 404, { error: { code: 'model_not_found' } }],
  ])('(%s) for %s', async (reason, _, status, body) => {
    const outcome = await sendTo(status, body);
    expect(outcome).toMatchObject({ kind: 'stopped', reason });
    expect(JSON.stringify(outcome)).not.toContain(key);
  });

  it('with the name of the setting, not with the key that the platform repeats', async () => {
    const letters = 'secretofletters';
    const response = { error: { code: `invalid_${letters}`, message: letters } };
    const fetch: Fetch = async () => Response.json(response, { status: 401 });
    const outcome = sendQuestion(fetch, chatgpt, letters, requestOf(chatgpt), {
      ...{ signal: new AbortController().signal, timeout: 60_000 },
    });
    expect(await outcome).toMatchObject({
      kind: 'stopped',
      reason: 'wrong_key',
      message: 'OpenAI answered with status 401: it does not accept the key in OPENAI_API_KEY.',
    });
    expect(JSON.stringify(await outcome)).not.toContain(letters);
  });
});

describe('a failure', () => {
  it.each([301, 302, 303, 307, 308])(
    'is a redirect (%i), which is not followed',
    async (status) => {
      const fetch = vi.fn<Fetch>(
        async () => new Response(null, { status, headers: { location: 'https://evil.example/' } }),
      );
      expect(await send(fetch)).toMatchObject({ kind: 'failed', reason: 'redirected' });
      expect(fetch).toHaveBeenCalledTimes(1);
    },
  );

  it('is a redirect of a server that Node’s fetch would follow', async () => {
    const baseUrl = await serve((response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await send(globalThis.fetch, { baseUrl })).toMatchObject({
      kind: 'failed',
      reason: 'redirected',
      message: 'OpenAI answered with status 307: a redirect, which is not followed.',
    });
  });

  it.each([
    [400, 'bad_request'],
    [413, 'bad_request'],
    [422, 'bad_request'],
    [408, 'server_error'],
    [499, 'server_error'],
    [503, 'server_error'],
    [500, 'server_error'],
    [502, 'server_error'],
    [504, 'server_error'],
  ])('of status %i is %s, with the platform’s code', async (status, reason) => {
    const body = { error: { type: 'some_error', message: 'Which crane?' } };
    expect(await sendTo(status, body)).toMatchObject({
      kind: 'failed',
      reason,
      message: `OpenAI answered with status ${status} (some_error).`,
    });
  });

  it('does not need its body to be short', async () => {
    const outcome = await sendTo(500, `<html>${' '.repeat(1_000_000)}`);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'server_error' });
  });

  it('is an answer that does not come in time', async () => {
    const stub = new StubPlatforms();
    stub.misbehave({ behaviour: { kind: 'hold' } });
    expect(await send(stub.fetch, { timeout: 1 })).toEqual({
      kind: 'failed',
      reason: 'timeout',
      message: 'OpenAI did not answer within 0.001 s.',
    });
  });

  it('is an answer that is no longer waited for', async () => {
    const stub = new StubPlatforms();
    stub.misbehave({ behaviour: { kind: 'hold' } });
    const controller = new AbortController();
    const outcome = send(stub.fetch, { signal: controller.signal });
    controller.abort();
    expect(await outcome).toMatchObject({ kind: 'failed', reason: 'aborted' });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['before', (response) => response.destroy()],
    [
      'within',
      (response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('{"output"', () => response.destroy());
      },
    ],
  ])('is a connection that is lost %s the answer', async (_, respond) => {
    expect(await send(globalThis.fetch, { baseUrl: await serve(respond) })).toMatchObject({
      kind: 'failed',
      reason: 'connection_lost',
    });
  });
});

describe('what a platform says of an error', () => {
  const saidIn = async (status: number, body: unknown, adapter = chatgpt, ownKey = key) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const fetch: Fetch = async () => new Response(text, { status });
    const outcome = await sendQuestion(fetch, adapter, ownKey, requestOf(adapter), {
      ...{ signal: new AbortController().signal, timeout: 60_000 },
    });
    if (outcome.kind === 'answered') throw new Error('It was answered.');
    return outcome;
  };

  it.each([400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 503, 529])(
    'is kept apart from the sentence for status %i',
    async (status) => {
      const error = { type: 'some_error', code: 'some_code', message: 'Which crane? Say more.' };
      const { message, response } = await saidIn(status, { error });
      expect(message).not.toContain('crane');
      expect(response).toEqual({
        ...{ status, type: 'some_error', code: 'some_code', message: 'Which crane? Say more.' },
        raw: JSON.stringify({ error }),
      });
    },
  );

  it.each<[string, PlatformAdapter, unknown, string]>([
    [
      'Anthropic',
      claude,
      { type: 'error', error: { type: 'permission_error', message: 'Web search is off.' } },
      'Web search is off.',
    ],
    [
      'Google',
      gemini,
      [{ error: { code: 400, message: 'User location is not supported.', status: 'FAILED' } }],
      'User location is not supported.',
    ],
    ['Perplexity', perplexity, { error: { message: 'Slow down.', code: 429 } }, 'Slow down.'],
    ['a gateway with a text', chatgpt, { error: 'No route.' }, 'No route.'],
    ['a gateway with a detail', chatgpt, { detail: 'No route.' }, 'No route.'],
    ['a gateway with details', chatgpt, { detail: [{ msg: 'No route.' }] }, 'No route.'],
    ['a gateway with a message', chatgpt, { message: 'No route.' }, 'No route.'],
    ['a proxy', chatgpt, 'upstream connect error', 'upstream connect error'],
    [
      'a web page',
      chatgpt,
      '<!doctype html><head><TITLE lang="en">502 &lt;Bad&gt; Gateway</TITLE></head><p>Sorry',
      '502 <Bad> Gateway',
    ],
  ])('is found in the words of %s', async (_, adapter, body, message) => {
    expect((await saidIn(502, body, adapter)).response?.message).toBe(message);
  });

  it('is nothing on a web page without a title', async () => {
    expect((await saidIn(502, '<h1>Sorry</h1>')).response?.message).toBeNull();
  });

  it('is the title of a web page with the status of an answer', async () => {
    const { reason, response } = await saidIn(200, '<title>Sign in</title>');
    expect([reason, response?.message]).toEqual(['not_json', 'Sign in']);
  });

  it('is nothing if an answer is cut off', async () => {
    expect((await saidIn(200, '{"output": [{"text": "Crane A')).response?.message).toBeNull();
  });

  it('is one line of 300 characters without what is not visible', async () => {
    const message = `A\u0000\u202eB\u200b\n\n  C ${'🎈'.repeat(400)}`;
    const said = (await saidIn(400, { error: { message } })).response?.message ?? '';
    expect([...said].slice(0, 6).join('')).toBe('A B C ');
    expect([...said]).toHaveLength(300);
  });

  const ownKey = 'sk-proj-Ab3dEfGhIjKlMnOpQrStWxYz';
  it.each([
    ['as it is', `Incorrect API key provided: ${ownKey}.`],
    ['with stars', 'Incorrect API key provided: sk-proj-********************WxYz.'],
    ['with dots', 'The key sk-p...WxYz is revoked.'],
    ['with an ellipsis', 'The key "sk-proj-Ab3d…WxYz" is revoked.'],
    ['by its end', 'The key that ends in WxYz is revoked.'],
    ['by its beginning', 'The key that begins with sk-proj-Ab3d is revoked.'],
    ['by its middle', 'The key has dEfGhIjKl in it.'],
    ['in an address', `Call https://gateway.example/?key=${ownKey} again.`],
    ['with invisible characters', `The key ${ownKey.split('').join('\u200b')} is revoked.`],
  ])('does not show the key %s', async (_, message) => {
    const { response } = await saidIn(401, { error: { message } }, chatgpt, ownKey);
    for (const part of ['WxYz', 'Ab3d', 'dEfGhIjKl', 'sk-p'])
      expect(response?.message).not.toContain(part);
    expect(response?.message).toContain('[key]');
  });

  it('does not show parts of the key in the response as it came', async () => {
    const body = '{"error":{"message":"Key sk-proj-\\u2022\\u2022WxYz\\nis wrong: sk-p***Yz"}}';
    const { response } = await saidIn(401, body, chatgpt, ownKey);
    for (const part of ['WxYz', 'sk-p', 'Yz']) expect(response?.raw).not.toContain(part);
  });

  it.each(['...', 'Wait ... and see.', 'Is it so...?'])('keeps the dots of %j', async (message) => {
    const { response } = await saidIn(500, { error: { message } }, chatgpt, ownKey);
    expect(response?.message).toBe(message);
  });

  it('does not show a short key', async () => {
    const { response } = await saidIn(
      401,
      { error: { message: 'Key hook7 is wrong.' } },
      chatgpt,
      'hook7',
    );
    expect(response?.message).toBe('Key [key] is wrong.');
  });

  it('is kept up to 64 KiB', async () => {
    const { response } = await saidIn(500, 'a '.repeat(100_000));
    expect(response?.raw).toHaveLength(64 * 1024);
  });
});

describe('a location that a platform does not take', () => {
  const askFrom = (region: string, status: number, error: object, adapter = claude) => {
    const [platform = 'claude_api'] = adapter.platforms;
    const request = adapter.toRequest(
      { text: 'Which crane?', region, platform },
      { model: adapter.defaultModel },
    );
    return sendQuestion(async () => Response.json({ error }, { status }), adapter, key, request, {
      ...{ signal: new AbortController().signal, timeout: 60_000 },
    });
  };

  it.each([
    ['SG', 'tools.0.web_search_20250305: Country code SG is not supported.'],
    ['IE:Leinster', 'tools.0.web_search_20250305: Country code IE is not supported.'],
    ['CR', 'Searches in the country Costa Rica are not possible.'],
    ['DE:Bavaria', 'The region Bavaria is unknown.'],
    ['DE', 'tools.0.user_location: must not be set.'],
    ['SG', 'SG is not a supported country.'],
    ['LC', 'The country St. Lucia is not supported.'],
    ['DE:Bavaria', 'Invalid region: "Bavaria".'],
    ['IN', 'Invalid country: "IN".'],
    ['IN', 'Country code IN is not supported.'],
  ])('is told from other faults: %s', async (region, message) => {
    expect(await askFrom(region, 400, { type: 'invalid_request_error', message })).toMatchObject({
      kind: 'failed',
      reason: 'refused_location',
      message:
        'Anthropic answered with status 400 (invalid_request_error): it does not take questions from this location.',
      response: { message },
    });
  });

  it('may be named by the parameter alone', async () => {
    const error = { message: 'Invalid value.', param: 'tools[0].user_location.country' };
    expect(await askFrom('SG', 400, error, chatgpt)).toMatchObject({ reason: 'refused_location' });
  });

  it.each<[string, string, number, string]>([
    ['the host’s own', 'SG', 400, 'User location is not supported for the API use.'],
    ['the host’s own, with 403', 'SG', 403, 'Country, region, or territory not supported'],
    ['another one', 'SG', 400, 'Country code IE is not supported.'],
    ['none', 'ZZ', 400, 'Country code SG is not supported.'],
    ['a word that is no code', 'IN', 400, 'A location is missing in the request.'],
    ['a word in capitals', 'IN', 400, 'Searches are NOT POSSIBLE IN this region.'],
    ['a “no” in capitals', 'NO', 400, 'NO access to web search from this country.'],
    ['in another sentence', 'US', 400, 'Not available in this region. Contact us in the US.'],
    [
      'far from the word',
      'US',
      400,
      'The region of your key is not set up for customers of the US.',
    ],
    ['a part of another name', 'NE', 400, 'The country Nigeria is not supported.'],
    ['in the question', 'DE', 400, 'The prompt “Which city in Germany is best?” is too long.'],
    [
      'in a question with an apostrophe',
      'DE',
      400,
      "Bad text: 'What’s or what's a city in Germany'",
    ],
    ['in a question that is cut', 'DE', 400, 'Bad input: "Which city in Germany is'],
  ])('is not %s', async (_, region, status, message) => {
    const outcome = await askFrom(region, status, { message });
    expect(outcome).not.toMatchObject({ reason: 'refused_location' });
  });
});
