// @vitest-environment node
import { HttpResponse, http } from 'msw';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { ClientPage } from '../../contract/portfolio.ts';
import { ApiError, describeError, technicalDetails } from './errors.ts';
import { type Call, request } from './request.ts';

const world = setUpService();

const call = { method: 'GET', path: '/v1/clients', session: null } as const satisfies Call;

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`Expected an ApiError, got ${String(error)}`);
}

const respondWith = (...response: ConstructorParameters<typeof HttpResponse<string>>) =>
  world.override(http.get('*/v1/clients', () => new HttpResponse(...response)));

describe('request', () => {
  it('sends the session and returns the decoded response', async () => {
    const session = world.signedIn('agency').session?.id ?? null;
    const page = await request({ ...call, session }, ClientPage);
    expect(page.data.map((client) => client.name)).toContain('mark-first client');
    expect(page.nextCursor).toBeNull();
  });

  it('reports a 401 as signed out, with the service’s reason', async () => {
    const error = await failureOf(request(call, ClientPage));
    expect(error).toMatchObject({ kind: 'signedOut', status: 401, reason: 'Sign in.' });
  });

  it('reports an HTML page as unreadable and shows none of it', async () => {
    respondWith('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } });
    const error = await failureOf(request(call, ClientPage));
    expect(error).toMatchObject({ kind: 'unreadable', reason: 'the response is not JSON' });
    expect(describeError(error) + technicalDetails(error)).not.toContain('Welcome');
  });

  it('names the path of the first value of the wrong type', async () => {
    respondWith('{"data":[{"id":"a"},{"id":7}]}');
    const error = await failureOf(request(call, ClientPage));
    expect(error.reason).toBe('$.data[1].id: expected string, received number');
  });

  it.each(['', 'null', '{"data":[', '[]'])('reports the body %j as unreadable', async (body) => {
    respondWith(body);
    expect(await failureOf(request(call, ClientPage))).toMatchObject({ kind: 'unreadable' });
  });

  it('refuses a response larger than 32 MiB', async () => {
    respondWith('9'.repeat(32 * 1024 * 1024 + 1));
    expect(await failureOf(request(call, v.number()))).toMatchObject({ kind: 'tooLarge' });
  });

  it('reports the retry delay that a busy service requests', async () => {
    respondWith('{"message":"later"}', { status: 429, headers: { 'Retry-After': '7' } });
    const error = await failureOf(request(call, ClientPage));
    expect(error).toMatchObject({ kind: 'busy', retryAfter: 7000, reason: 'later' });
  });

  it('leaves Object.prototype unchanged if the body contains `__proto__`', async () => {
    respondWith('{"data":[],"nextCursor":null,"__proto__":{"polluted":true}}');
    await request(call, ClientPage);
    expect(Reflect.has({}, 'polluted')).toBe(false);
  });

  it('distinguishes a missing response from an aborted call', async () => {
    world.override(http.get('*/v1/clients', () => HttpResponse.error()));
    expect(await failureOf(request(call, ClientPage))).toMatchObject({ kind: 'unreachable' });
    const abortController = new AbortController();
    abortController.abort(new Error('gone'));
    await expect(request({ ...call, signal: abortController.signal }, ClientPage)).rejects.toThrow(
      'gone',
    );
  });

  it('names the method and path in an error’s details, but not the query', async () => {
    const search = new URLSearchParams({ tag: 'private' });
    const error = await failureOf(request({ ...call, search }, ClientPage));
    expect(technicalDetails(error)).toContain('call: GET /v1/clients\n');
    expect(technicalDetails(error)).not.toContain('private');
  });
});

describe('a request without a response', () => {
  afterEach(() => vi.useRealTimers());

  it('times out after 15 seconds, not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      const { promise, reject } = Promise.withResolvers<Response>();
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      return promise;
    });
    let hasFailed = false;
    const error = failureOf(request(call, ClientPage)).finally(() => {
      hasFailed = true;
    });
    await vi.advanceTimersByTimeAsync(14_999);
    expect(hasFailed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toMatchObject({ kind: 'timeout' });
  });
});
