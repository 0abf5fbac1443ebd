import { LRUCache } from 'lru-cache';

/**
 * How many calls one key may abandon in quick succession. Thirty people changing filters at the same time stay below
 * it.
 */
const maxAbandonedCalls = 200;
const forgottenCallsPerSecond = 20;
const maxKeys = 10_000;

/**
 * Counts abandoned calls by key. Nothing else limits a client that sends calls without waiting for the responses, and
 * most of the work is done by the time the host notices that the client has disconnected.
 */
export class AbandonedCalls {
  readonly #countsByKey = new LRUCache<string, { count: number; at: number }>({ max: maxKeys });
  readonly #clock: () => number;

  /** @param clock returns the current instant in milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  #countOf(keyId: string): number {
    const entry = this.#countsByKey.get(keyId);
    if (!entry) return 0;
    // The absolute difference, so that setting the clock back does not block a key until it catches up.
    const seconds = Math.abs(this.#clock() - entry.at) / 1000;
    return Math.max(0, entry.count - seconds * forgottenCallsPerSecond);
  }

  add(keyId: string): void {
    this.#countsByKey.set(keyId, { count: this.#countOf(keyId) + 1, at: this.#clock() });
  }

  /** Whether the key has abandoned too many calls to make another one now. */
  hasTooMany(keyId: string): boolean {
    return this.#countOf(keyId) > maxAbandonedCalls;
  }
}
