import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** Keys of one address that may be rejected in a window before its next new key has to wait. */
const rejectedAtMost = 10;
const windowMs = 60_000;
/** Addresses with rejections, and accepted keys, that are remembered. */
const remembered = 10_000;

export interface GuessLimit {
  /**
   * Makes an attempt with a key, unless too many keys of that address were rejected lately. Only rejected keys
   * count, and a key that was accepted before never waits.
   * @param ask gives the service's response; 401 rejects the key.
   * @returns that response, or the seconds to wait.
   */
  attempt(address: string, key: string, ask: () => Promise<Response>): Promise<Response | number>;
}

/** For a service that needs no limit: its keys are random enough that none can be guessed. */
export const noGuessLimit: GuessLimit = { attempt: (_address, _key, ask) => ask() };

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

/** Attempts of one network whose outcome is open. `next` resolves when one of them ends. */
interface Open {
  count: number;
  next: PromiseWithResolvers<void>;
}

/** Rejections of networks, forgotten a window after the first of them, and attempts that are under way. */
class Rejections {
  readonly #windows = new LRUCache<string, { rejected: number; endsAt: number }>({
    max: remembered,
  });
  readonly #open = new Map<string, Open>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  #windowOf(network: string): { rejected: number; endsAt: number } {
    const window = this.#windows.get(network);
    const now = this.#now();
    return window && now < window.endsAt ? window : { rejected: 0, endsAt: now + windowMs };
  }

  /** Takes a place for an attempt and gives null, or gives the seconds to wait. */
  async begin(network: string): Promise<number | null> {
    for (;;) {
      const { rejected, endsAt } = this.#windowOf(network);
      if (rejected >= rejectedAtMost) return Math.ceil((endsAt - this.#now()) / 1000);
      const open = this.#open.get(network) ?? { count: 0, next: Promise.withResolvers() };
      if (rejected + open.count < rejectedAtMost) {
        open.count += 1;
        this.#open.set(network, open);
        return null;
      }
      // Whether there is room depends on how the attempts under way end.
      await open.next.promise;
    }
  }

  end(network: string, rejected: boolean): void {
    if (rejected) {
      const window = this.#windowOf(network);
      this.#windows.set(network, { ...window, rejected: window.rejected + 1 });
    }
    const open = this.#open.get(network);
    if (open === undefined) return;
    open.count -= 1;
    if (open.count === 0) this.#open.delete(network);
    open.next.resolve();
    open.next = Promise.withResolvers();
  }
}

/**
 * Limits guesses at keys by the client's address. What it remembers is bounded.
 * @param now in milliseconds, never going back.
 */
export function createGuessLimit(now: () => number = () => performance.now()): GuessLimit {
  const rejections = new Rejections(now);
  const accepted = new LRUCache<string, true>({ max: remembered });

  return {
    async attempt(address, key, ask) {
      const digest = createHash('sha256').update(key).digest('base64');
      const network = networkOf(address);
      const isKnown = accepted.get(digest) === true;
      const wait = isKnown ? null : await rejections.begin(network);
      if (wait !== null) return wait;
      let rejected = false;
      try {
        const response = await ask();
        rejected = response.status === 401;
        if (rejected) accepted.delete(digest);
        else if (response.ok) accepted.set(digest, true);
        return response;
      } finally {
        if (!isKnown) rejections.end(network, rejected);
      }
    },
  };
}
