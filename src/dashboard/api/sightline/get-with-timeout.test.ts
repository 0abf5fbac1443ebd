import { afterEach, describe, expect, it, vi } from 'vitest';
import { Discovery } from '../../../contract/sightline/resources.ts';
import { ApiError } from '../errors.ts';
import { createQueryClient } from '../query-client.ts';
import { getWithTimeout, sightlineTimeout } from './get-with-timeout.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const caller = { session: null, paging: { cursor: 'cursor', limit: 'limit' } };
const client = createQueryClient(caller, () => {});
const read = (signal: AbortSignal) =>
  getWithTimeout({ signal, client }, Discovery, '/sightline/v1');

/** Stubs a service that never responds. @returns the signals of the requests that it has received */
function stubSilentService(): AbortSignal[] {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  return signals;
}

describe('getWithTimeout', () => {
  it('gives up after the timeout and aborts the request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const signals = stubSilentService();
    const settled = vi.fn();
    const result = read(new AbortController().signal).catch((error: unknown) => error);
    void result.then(settled);
    await vi.advanceTimersByTimeAsync(sightlineTimeout - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBeInstanceOf(ApiError);
    expect(await result).toMatchObject({ kind: 'timeout', call: 'GET /sightline/v1' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('aborts the request if the caller aborts, and rejects with the caller’s reason', async () => {
    const signals = stubSilentService();
    const stop = new AbortController();
    const result = read(stop.signal).catch((error: unknown) => error);
    stop.abort('superseded');
    expect(await result).toBe('superseded');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('clears the timeout once the response has arrived', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('fetch', async () =>
      Response.json({ version: '1.0.0', capabilities: ['sites'] }),
    );
    const { capabilities } = await read(new AbortController().signal);
    expect(capabilities).toEqual(['sites']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
