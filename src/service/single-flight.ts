interface RunningWork<T> {
  readerCount: number;
  readonly outcome: Promise<T>;
  readonly stop: AbortController;
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
   * Joins the work of this name, or starts it if it is not running.
   * @param signal ends the wait of this reader.
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
      if (shared.readerCount === 0 && this.#forget(name, shared.stop)) shared.stop.abort();
    }
  }

  #begin(name: string, work: (signal: AbortSignal) => Promise<T>): RunningWork<T> {
    const stop = new AbortController();
    const outcome = work(stop.signal).finally(() => this.#forget(name, stop));
    const shared = { readerCount: 0, outcome, stop };
    this.#runningWork.set(name, shared);
    return shared;
  }

  /** Makes later readers start the work again. Returns false if it is no longer running. */
  #forget(name: string, stop: AbortController): boolean {
    return this.#runningWork.get(name)?.stop === stop && this.#runningWork.delete(name);
  }
}
