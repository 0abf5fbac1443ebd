/** Runs work one piece at a time per key, in order. A failure affects only its own caller. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** @returns the outcome of the work, which starts when all earlier work with the key has ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const current = before.then(work, work);
    this.#last.set(key, current);
    const forget = () => {
      if (this.#last.get(key) === current) this.#last.delete(key);
    };
    current.then(forget, forget);
    return current;
  }
}
