import { LRUCache } from 'lru-cache';

/** Calls of one key that may be abandoned in quick succession. Thirty people who drag a filter abandon fewer. */
const burst = 200;
/** In calls a second. */
const forgottenASecond = 20;
/** Keys with abandoned calls that are remembered. */
const remembered = 10_000;

/**
 * Which keys abandon calls by the hundred. A call has cost its work before anybody can know that its client has gone,
 * and such a client sends the next one without waiting: nothing else bounds how many come.
 */
export class AbandonedCalls {
  readonly #keys = new LRUCache<string, { count: number; at: number }>({ max: remembered });
  readonly #clock: () => number;

  /** @param clock the current instant in milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  #countOf(keyId: string): number {
    const kept = this.#keys.get(keyId);
    if (!kept) return 0;
    // Either way: a clock that is set back must not keep a key waiting until it has caught up.
    const seconds = Math.abs(this.#clock() - kept.at) / 1000;
    return Math.max(0, kept.count - seconds * forgottenASecond);
  }

  note(keyId: string): void {
    this.#keys.set(keyId, { count: this.#countOf(keyId) + 1, at: this.#clock() });
  }

  /** Whether the key has abandoned so many that its next call has to wait. */
  areTooMany(keyId: string): boolean {
    return this.#countOf(keyId) > burst;
  }
}
