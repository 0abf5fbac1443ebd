import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** Rejected keys or passphrases per address and window before the next new one has to wait. */
const maxRejected = 10;
const windowMs = 60_000;
/** The maximum number of networks with rejections, and of accepted keys, to remember. */
const maxEntries = 10_000;

/** The part of a response that shows whether a key was accepted or rejected. */
type Outcome = Pick<Response, 'ok' | 'status'>;

export interface GuessLimit {
  /**
   * Makes an attempt with a key, unless too many keys from the address were rejected recently.
   * @param send returns the outcome; a 401 rejects the key.
   * @returns the outcome, or the seconds to wait.
   */
  attempt<T extends Outcome>(
    address: string,
    key: string,
    send: () => Promise<T>,
  ): Promise<T | number>;
}

/** Lets every attempt through, for a service whose keys are too random to guess. */
export const noGuessLimit: GuessLimit = { attempt: (_address, _key, send) => send() };

/** The network that counts as one address: in IPv6 a /64, since one household or machine usually has all of it. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*/s, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The attempts in progress from one network. */
interface OpenAttempts {
  count: number;
  /** Resolves when one of the attempts ends. */
  nextEnd: PromiseWithResolvers<void>;
}

/** Counts each network's attempts in progress, and its rejections in the window that began with the first one. */
class AttemptCounter {
  readonly #windows = new LRUCache<string, { rejected: number; endsAt: number }>({
    max: maxEntries,
  });
  readonly #openAttempts = new Map<string, OpenAttempts>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  #windowOf(network: string): { rejected: number; endsAt: number } {
    const window = this.#windows.get(network);
    const now = this.#now();
    return window && now < window.endsAt ? window : { rejected: 0, endsAt: now + windowMs };
  }

  /** Reserves a slot for an attempt and returns null, or returns the seconds to wait. */
  async begin(network: string): Promise<number | null> {
    for (;;) {
      const { rejected, endsAt } = this.#windowOf(network);
      if (rejected >= maxRejected) return Math.ceil((endsAt - this.#now()) / 1000);
      const open = this.#openAttempts.get(network) ?? {
        count: 0,
        nextEnd: Promise.withResolvers(),
      };
      if (rejected + open.count < maxRejected) {
        open.count += 1;
        this.#openAttempts.set(network, open);
        return null;
      }
      // Whether a slot is free depends on the outcome of the attempts in progress.
      await open.nextEnd.promise;
    }
  }

  end(network: string, isRejected: boolean): void {
    if (isRejected) {
      const window = this.#windowOf(network);
      this.#windows.set(network, { ...window, rejected: window.rejected + 1 });
    }
    const open = this.#openAttempts.get(network);
    if (open === undefined) return;
    open.count -= 1;
    if (open.count === 0) this.#openAttempts.delete(network);
    open.nextEnd.resolve();
    open.nextEnd = Promise.withResolvers();
  }
}

interface GuessLimitOptions {
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /**
   * Whether a key that was accepted from an address is exempt from waiting there until it is next rejected. If so,
   * anyone who has to wait at that address can tell when they have guessed such a key.
   */
  shouldExemptAccepted?: boolean;
}

/** Creates a limit on guesses at keys from each client address. What it remembers is limited too. */
export function createGuessLimit({
  now = () => performance.now(),
  shouldExemptAccepted = true,
}: GuessLimitOptions = {}): GuessLimit {
  const counter = new AttemptCounter(now);
  const acceptedDigests = new LRUCache<string, true>({ max: maxEntries });

  return {
    async attempt(address, key, send) {
      const network = networkOf(address);
      const digest = createHash('sha256').update(`${network} ${key}`).digest('base64');
      const isExempt = shouldExemptAccepted && acceptedDigests.get(digest) === true;
      const wait = isExempt ? null : await counter.begin(network);
      if (wait !== null) return wait;
      let isRejected = false;
      try {
        const response = await send();
        isRejected = response.status === 401;
        if (isRejected) acceptedDigests.delete(digest);
        else if (response.ok) acceptedDigests.set(digest, true);
        return response;
      } finally {
        if (!isExempt) counter.end(network, isRejected);
      }
    },
  };
}
