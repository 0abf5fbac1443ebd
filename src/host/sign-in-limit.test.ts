import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignInLimit } from './sign-in-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many of so many attempts were let through. */
async function letThrough(
  limit: ReturnType<typeof createSignInLimit>,
  address: string,
  tries: number,
) {
  const waits = await Promise.all(Array.from({ length: tries }, () => limit.take(address)));
  return waits.filter((wait) => wait === null).length;
}

describe('the limit on sign-ins', () => {
  it('lets ten of a thousand rejected keys a minute through, side by side or not', async () => {
    const limit = createSignInLimit();
    expect(await letThrough(limit, '192.0.2.1', 1_000)).toBe(10);
    vi.advanceTimersByTime(59_000);
    expect(await limit.take('192.0.2.1')).toBe(1);
    vi.advanceTimersByTime(2_000);
    expect(await letThrough(limit, '192.0.2.1', 1_000)).toBe(10);
  });

  it('keeps addresses apart, but not those of one IPv6 network', async () => {
    const limit = createSignInLimit();
    expect(await letThrough(limit, '192.0.2.1', 20)).toBe(10);
    expect(await letThrough(limit, '192.0.2.2', 20)).toBe(10);
    expect(await letThrough(limit, '::ffff:192.0.2.1', 20)).toBe(0);
    expect(await letThrough(limit, '2001:db8::1', 6)).toBe(6);
    expect(await letThrough(limit, '2001:db8:0:0:ffff::2', 6)).toBe(4);
    expect(await letThrough(limit, '2001:db8:0:1::1', 6)).toBe(6);
  });

  it('does not count keys that were not rejected', async () => {
    const limit = createSignInLimit();
    for (let time = 0; time < 50; time += 1) {
      expect(await limit.take('192.0.2.1')).toBeNull();
      await limit.giveBack('192.0.2.1');
    }
  });
});
