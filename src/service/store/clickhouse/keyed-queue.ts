/** Runs one task at a time per key, in order. The failure of a task affects only its own caller. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** @returns the outcome of the task, which starts when all earlier tasks with the key have ended. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key) ?? Promise.resolve();
    const current = previous.then(task, task);
    this.#last.set(key, current);
    const forget = () => {
      if (this.#last.get(key) === current) this.#last.delete(key);
    };
    current.then(forget, forget);
    return current;
  }
}
