import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHealth } from './health.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Health over pings that the test settles. */
function openHealth() {
  const pings: PromiseWithResolvers<void>[] = [];
  const { isWell } = createHealth(() => {
    const ping = Promise.withResolvers<void>();
    pings.push(ping);
    return ping.promise;
  });
  /** The answers of calls side by side; null for one that still waits. */
  const ask = async (times = 1) => {
    const answers: (boolean | null)[] = Array(times).fill(null);
    for (let n = 0; n < times; n += 1) {
      isWell().then((answer) => {
        answers[n] = answer;
      });
    }
    await vi.advanceTimersByTimeAsync(0);
    return answers;
  };
  const succeed = () => pings.at(-1)?.resolve();
  const fail = () => pings.at(-1)?.reject(new Error('away'));
  return { pings, isWell, ask, succeed, fail };
}

describe('health', () => {
  it('is one ping a second, however many ask', async () => {
    const { pings, ask, succeed } = openHealth();
    await ask(400);
    for (let second = 1; second <= 5; second += 1) {
      expect(pings).toHaveLength(second);
      succeed();
      await vi.advanceTimersByTimeAsync(0);
      expect(await ask(400)).toEqual(Array(400).fill(true));
      await vi.advanceTimersByTimeAsync(999);
      expect(await ask(400)).toEqual(Array(400).fill(true));
      await vi.advanceTimersByTimeAsync(1);
      await ask(400);
    }
  });

  it('answers at once from the last result while a ping is under way', async () => {
    const { pings, ask, succeed, fail } = openHealth();
    await ask();
    succeed();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ask(2)).toEqual([true, true]);
    expect(pings).toHaveLength(2);
    fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(await ask()).toEqual([false]);
  });

  it('waits for the first result, and for a new one where the last is old', async () => {
    const { ask, isWell, succeed, fail } = openHealth();
    const first = isWell();
    expect(await ask()).toEqual([null]);
    succeed();
    expect(await first).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    const later = isWell();
    expect(await ask()).toEqual([null]);
    fail();
    expect(await later).toBe(false);
  });

  it('is false after two seconds of a ping that hangs, which gets no other beside it', async () => {
    const { pings, ask, isWell, succeed } = openHealth();
    const first = isWell();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await first).toBe(false);
    for (let second = 0; second < 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await ask(10)).toEqual(Array(10).fill(false));
    }
    expect(pings).toHaveLength(1);
    succeed();
    await vi.advanceTimersByTimeAsync(0);
    expect(await ask()).toEqual([true]);
  });

  it('is false within two seconds where a host that was well begins to hang', async () => {
    const { ask, succeed } = openHealth();
    await ask();
    succeed();
    await vi.advanceTimersByTimeAsync(1_000);
    await ask();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await ask()).toEqual([false]);
  });
});
