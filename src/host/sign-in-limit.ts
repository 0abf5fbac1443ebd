import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Rejected keys from one address before it has to wait. */
const rejectedKeysAtMost = 10;
const windowSeconds = 60;

export interface SignInLimit {
  /**
   * Counts an attempt before the key is looked at, so that attempts side by side count too.
   * @returns null where it may go on, else the seconds to wait.
   */
  take(address: string): Promise<number | null>;
  /** Takes the count back: the key was not rejected. */
  giveBack(address: string): Promise<void>;
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

/** Limits rejected sign-ins by address; what is remembered is forgotten after a minute. */
export function createSignInLimit(): SignInLimit {
  const limiter = new RateLimiterMemory({ points: rejectedKeysAtMost, duration: windowSeconds });
  return {
    async take(address) {
      try {
        await limiter.consume(networkOf(address));
        return null;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },
    async giveBack(address) {
      await limiter.reward(networkOf(address));
    },
  };
}
