/** Runs work one at a time for each key, in the order given. A failure is its caller's alone. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  /** @returns what the work returns, or its failure, once everything given before it under that key has ended. */
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
