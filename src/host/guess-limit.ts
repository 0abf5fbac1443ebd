import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Keys that may be rejected in one window before the next attempt has to wait. */
const rejectedAtMost = { fromOneAddress: 10, inAll: 600 };
const windowSeconds = 60;
/** Accepted keys that are remembered; the one longest unused goes first. */
const acceptedAtMost = 10_000;

export interface GuessLimit {
  /**
   * Makes an attempt with a key, unless too many keys were rejected of late. Only rejected keys count, and a
   * key that was accepted before is never held up.
   * @param ask gives the service's answer, of which 401 rejects the key.
   * @returns that answer, or the seconds to wait.
   */
  attempt(address: string, key: string, ask: () => Promise<Response>): Promise<Response | number>;
}

/** One household or machine holds a whole /64 of IPv6, so that is what counts as one address. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Rejections by name, forgotten after a window, and the attempts whose outcome is still open. */
class Rejections {
  readonly #most: number;
  readonly #rejected: RateLimiterMemory;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
    this.#rejected = new RateLimiterMemory({ points: most, duration: windowSeconds });
  }

  /** Whether another attempt may begin: yes, or after so many seconds, or once an open one has ended. */
  async room(name: string): Promise<'yes' | 'open' | number> {
    const known = await this.#rejected.get(name);
    const rejected = known?.consumedPoints ?? 0;
    if (known && rejected >= this.#most) return Math.max(1, Math.ceil(known.msBeforeNext / 1000));
    return rejected + (this.#open.get(name) ?? 0) < this.#most ? 'yes' : 'open';
  }

  begin(name: string): void {
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
  }

  async end(name: string, rejected: boolean): Promise<void> {
    // Counted before it is taken off the open ones, so that it is never missing from both.
    if (rejected) await this.#rejected.penalty(name);
    const open = (this.#open.get(name) ?? 1) - 1;
    if (open > 0) this.#open.set(name, open);
    else this.#open.delete(name);
  }
}

/** Digests of the keys last accepted. */
class AcceptedKeys {
  readonly #digests = new Set<string>();

  has(digest: string): boolean {
    return this.#digests.has(digest);
  }

  note(digest: string, accepted: boolean): void {
    this.#digests.delete(digest);
    if (accepted) this.#digests.add(digest);
    const [oldest] = this.#digests;
    if (this.#digests.size > acceptedAtMost && oldest !== undefined) this.#digests.delete(oldest);
  }
}

/**
 * Limits guesses at keys, by address and in all. The limit in all also bounds what is remembered of addresses:
 * no more of them than rejections in a window.
 */
export function createGuessLimit(): GuessLimit {
  const byAddress = new Rejections(rejectedAtMost.fromOneAddress);
  const inAll = new Rejections(rejectedAtMost.inAll);
  const accepted = new AcceptedKeys();
  let ended = Promise.withResolvers<void>();
  /** Places are taken one after another: between looking for room and taking it, nobody else does. */
  let last: Promise<unknown> = Promise.resolve();

  /** Takes a place for an attempt: null where it may begin, else the seconds to wait. */
  const takeOnce = async (network: string): Promise<null | 'open' | number> => {
    const rooms = [await byAddress.room(network), await inAll.room('all')];
    const wait = rooms.find((room) => typeof room === 'number');
    if (wait !== undefined) return wait;
    if (rooms.includes('open')) return 'open';
    byAddress.begin(network);
    inAll.begin('all');
    return null;
  };
  const take = async (network: string): Promise<number | null> => {
    for (;;) {
      const { promise: nextEnd } = ended;
      const taken = last.then(() => takeOnce(network));
      last = taken.catch(() => {});
      const outcome = await taken;
      if (outcome !== 'open') return outcome;
      await nextEnd;
    }
  };
  const giveBack = async (network: string, rejected: boolean): Promise<void> => {
    await byAddress.end(network, rejected);
    await inAll.end('all', rejected);
    ended.resolve();
    ended = Promise.withResolvers<void>();
  };

  return {
    async attempt(address, key, ask) {
      const digest = createHash('sha256').update(key).digest('base64');
      const network = networkOf(address);
      const known = accepted.has(digest);
      const wait = known ? null : await take(network);
      if (wait !== null) return wait;
      let rejected = false;
      try {
        const answer = await ask();
        rejected = answer.status === 401;
        if (answer.ok || rejected) accepted.note(digest, !rejected);
        return answer;
      } finally {
        if (!known) await giveBack(network, rejected);
      }
    },
  };
}
