import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHealthCheck } from './health.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a health check whose pings the test settles. */
function setUp() {
  const pings: PromiseWithResolvers<void>[] = [];
  const { isHealthy } = createHealthCheck(() => {
    const ping = Promise.withResolvers<void>();
    pings.push(ping);
    return ping.promise;
  });
  /** Makes concurrent calls, and returns their results; null for a call that is still waiting. */
  const check = async (times = 1) => {
    const results: (boolean | null)[] = Array(times).fill(null);
    for (let n = 0; n < times; n += 1) {
      isHealthy().then((result) => {
        results[n] = result;
      });
    }
    await vi.advanceTimersByTimeAsync(0);
    return results;
  };
  const succeed = () => pings.at(-1)?.resolve();
  const fail = () => pings.at(-1)?.reject(new Error('away'));
  return { pings, isHealthy, check, succeed, fail };
}

describe('the health check', () => {
  it('pings once a second, however many calls there are', async () => {
    const { pings, check, succeed } = setUp();
    await check(400);
    for (let second = 1; second <= 5; second += 1) {
      expect(pings).toHaveLength(second);
      succeed();
      await vi.advanceTimersByTimeAsync(0);
      expect(await check(400)).toEqual(Array(400).fill(true));
      await vi.advanceTimersByTimeAsync(999);
      expect(await check(400)).toEqual(Array(400).fill(true));
      await vi.advanceTimersByTimeAsync(1);
      await check(400);
    }
  });

  it('resolves at once with the last result while a ping is under way', async () => {
    const { pings, check, succeed, fail } = setUp();
    await check();
    succeed();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await check(2)).toEqual([true, true]);
    expect(pings).toHaveLength(2);
    fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(await check()).toEqual([false]);
  });

  it('waits for the first result, and for a new one if the last is old', async () => {
    const { check, isHealthy, succeed, fail } = setUp();
    const first = isHealthy();
    expect(await check()).toEqual([null]);
    succeed();
    expect(await first).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    const later = isHealthy();
    expect(await check()).toEqual([null]);
    fail();
    expect(await later).toBe(false);
  });

  it('fails after a ping has hung for two seconds, and starts no other ping while it hangs', async () => {
    const { pings, check, isHealthy, succeed } = setUp();
    const first = isHealthy();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await first).toBe(false);
    for (let second = 0; second < 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await check(10)).toEqual(Array(10).fill(false));
    }
    expect(pings).toHaveLength(1);
    succeed();
    await vi.advanceTimersByTimeAsync(0);
    expect(await check()).toEqual([true]);
  });

  it('fails once a ping has hung for two seconds, even if the last one succeeded', async () => {
    const { check, succeed } = setUp();
    await check();
    succeed();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await check()).toEqual([true]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await check()).toEqual([false]);
  });
});
