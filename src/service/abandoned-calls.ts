import { LRUCache } from 'lru-cache';

/** Calls that one key may abandon in quick succession. Thirty people dragging a filter abandon fewer. */
const burst = 200;
const forgottenPerSecond = 20;
const maxKeys = 10_000;

/**
 * Counts abandoned calls by key. An abandoned call has done its work by the time the client is seen to be gone, and such
 * a client sends the next call without waiting, so nothing else limits its rate.
 */
export class AbandonedCalls {
  readonly #keys = new LRUCache<string, { count: number; at: number }>({ max: maxKeys });
  readonly #clock: () => number;

  /** @param clock the current instant in milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  #countOf(keyId: string): number {
    const kept = this.#keys.get(keyId);
    if (!kept) return 0;
    // The absolute difference, so that setting the clock back does not block a key until it catches up.
    const seconds = Math.abs(this.#clock() - kept.at) / 1000;
    return Math.max(0, kept.count - seconds * forgottenPerSecond);
  }

  add(keyId: string): void {
    this.#keys.set(keyId, { count: this.#countOf(keyId) + 1, at: this.#clock() });
  }

  /** Whether the key has abandoned too many calls to make another one now. */
  areTooMany(keyId: string): boolean {
    return this.#countOf(keyId) > burst;
  }
}
