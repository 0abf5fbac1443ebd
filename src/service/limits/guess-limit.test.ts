import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGuessLimit, type GuessLimit } from './guess-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const respondWith = (status: number) => async () => new Response(null, { status });

/** Makes simultaneous attempts with different keys. */
async function makeAttempts(
  limit: GuessLimit,
  options: { tries: number; status: number; address?: (n: number) => string; name?: string },
) {
  const { tries, status, address = () => '192.0.2.1', name = 'guess' } = options;
  let sent = 0;
  const outcomes = await Promise.all(
    Array.from({ length: tries }, (_, n) =>
      limit.attempt(address(n), `${name} ${n}`, () => {
        sent += 1;
        return respondWith(status)();
      }),
    ),
  );
  const waits = outcomes.filter((outcome) => typeof outcome === 'number');
  return { sent, waits };
}

describe('the limit on guesses', () => {
  it('lets through only ten wrong keys a minute, simultaneous or not', async () => {
    const limit = createGuessLimit();
    const guesses = { tries: 1_000, status: 401 };
    expect((await makeAttempts(limit, guesses)).sent).toBe(10);
    vi.advanceTimersByTime(59_000);
    expect(await makeAttempts(limit, { ...guesses, tries: 1 })).toEqual({ sent: 0, waits: [1] });
    vi.advanceTimersByTime(2_000);
    expect((await makeAttempts(limit, guesses)).sent).toBe(10);
  });

  it('counts each IPv4 address and each IPv6 network separately', async () => {
    const limit = createGuessLimit();
    const countSentFrom = async (address: string, tries: number) =>
      (await makeAttempts(limit, { tries, status: 401, address: () => address })).sent;
    expect(await countSentFrom('192.0.2.1', 20)).toBe(10);
    expect(await countSentFrom('192.0.2.2', 20)).toBe(10);
    expect(await countSentFrom('::ffff:192.0.2.1', 20)).toBe(0);
    expect(await countSentFrom('2001:db8::1', 6)).toBe(6);
    expect(await countSentFrom('2001:db8:0:0:ffff::2', 6)).toBe(4);
    expect(await countSentFrom('2001:db8:0:1::1', 6)).toBe(6);
  });

  it('does not delay an address because of guesses from other addresses', async () => {
    const limit = createGuessLimit();
    const address = (n: number) => `192.0.${n % 100}.1`;
    expect((await makeAttempts(limit, { tries: 3_000, status: 401, address })).sent).toBe(1_000);
    const other = { tries: 1, status: 401, address: () => '198.51.100.1' };
    expect((await makeAttempts(limit, other)).sent).toBe(1);
  });

  it('remembers only the latest 10,000 addresses', async () => {
    const limit = createGuessLimit();
    const countSentFrom = async (network: number, tries: number) => {
      const address = () =>
        `2001:db8:${(network >> 16).toString(16)}:${(network & 0xffff).toString(16)}::1`;
      return (await makeAttempts(limit, { tries, status: 401, address })).sent;
    };
    expect(await countSentFrom(0, 20)).toBe(10);
    for (let network = 1; network <= 10_000; network += 1) await countSentFrom(network, 1);
    expect(await countSentFrom(10_000, 20)).toBe(9);
    expect(await countSentFrom(0, 20)).toBe(10);
  });

  it.each([200, 403, 503])(
    'does not count keys that receive a response with status %i',
    async (status) => {
      const limit = createGuessLimit();
      for (const name of ['first', 'second']) {
        const { sent, waits } = await makeAttempts(limit, { tries: 100, status, name });
        expect([sent, waits]).toEqual([100, []]);
      }
      expect((await makeAttempts(limit, { tries: 20, status: 401 })).sent).toBe(10);
    },
  );

  it('exempts an accepted key from waiting at its address until it is rejected', async () => {
    const limit = createGuessLimit();
    const attempt = (status: number) => limit.attempt('192.0.2.1', 'right', respondWith(status));
    expect(await attempt(200)).toBeInstanceOf(Response);
    await makeAttempts(limit, { tries: 20, status: 401 });
    expect(await attempt(200)).toBeInstanceOf(Response);
    expect(await attempt(401)).toBeInstanceOf(Response);
    expect(await attempt(200)).toBe(60);
    expect(await limit.attempt('192.0.2.2', 'right', respondWith(200))).toBeInstanceOf(Response);
  });

  it('frees the slot of an attempt that fails', async () => {
    const limit = createGuessLimit();
    for (let time = 0; time < 20; time += 1) {
      const failing = limit.attempt('192.0.2.1', `key ${time}`, () =>
        Promise.reject(Error('gone')),
      );
      await expect(failing).rejects.toThrow('gone');
    }
    expect((await makeAttempts(limit, { tries: 20, status: 401 })).sent).toBe(10);
  });
});
