interface RunningWork<T> {
  readerCount: number;
  readonly outcome: Promise<T>;
  readonly controller: AbortController;
}

/** Settles like the promise, or rejects with the signal's reason if the signal aborts first. */
async function raceWithAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Work shared by readers: it runs once, and stops when the last reader leaves. */
export class SingleFlight<T> {
  readonly #runningWork = new Map<string, RunningWork<T>>();

  /**
   * Joins the work with this name, or starts it if it is not running.
   * @param signal ends this reader's wait.
   * @param work receives a signal that aborts when no reader is left.
   * @throws the signal's reason, or whatever `work` throws.
   */
  async run(
    name: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const shared = this.#runningWork.get(name) ?? this.#begin(name, work);
    shared.readerCount += 1;
    try {
      return await raceWithAbort(shared.outcome, signal);
    } finally {
      shared.readerCount -= 1;
      if (shared.readerCount === 0 && this.#forget(name, shared.controller))
        shared.controller.abort();
    }
  }

  #begin(name: string, work: (signal: AbortSignal) => Promise<T>): RunningWork<T> {
    const controller = new AbortController();
    const outcome = work(controller.signal).finally(() => this.#forget(name, controller));
    const shared = { readerCount: 0, outcome, controller };
    this.#runningWork.set(name, shared);
    return shared;
  }

  /** Makes later readers start the work again. Returns false if this run of the work has already been forgotten. */
  #forget(name: string, controller: AbortController): boolean {
    return this.#runningWork.get(name)?.controller === controller && this.#runningWork.delete(name);
  }
}
