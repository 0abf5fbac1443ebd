/** Thrown for work that a key may not add to what it already has waiting. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

interface FairQueueLimits {
  /** Work that runs at the same time, whoever it is for. */
  atOnce: number;
  /** Work of one key that may wait. */
  waitingPerKey: number;
}

/**
 * Runs work a few pieces at a time. Keys whose work waits take turns, so that a key with one piece waits for at
 * most one piece of every other key, however many those have.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** By key, in the order of their next turns; each holds what starts its pieces, oldest first. Never empty. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when it is the key's turn.
   * @param signal takes the work out of the queue when it aborts before the work has begun.
   * @throws QueueFull, the signal's reason, and whatever `work` throws.
   */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    using _turn = await this.turn(key, signal);
    return await work();
  }

  /**
   * Waits for the key's turn, which lasts until it is disposed of.
   * @throws as `run`.
   */
  async turn(key: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    else await this.#place(key, signal);
    if (signal.aborted) {
      this.#passOn();
      throw signal.reason;
    }
    return { [Symbol.dispose]: () => this.#passOn() };
  }

  /** Resolves with a place among what runs. */
  async #place(key: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(key) ?? new Set();
    if (waiting.size >= this.#limits.waitingPerKey) {
      throw new QueueFull('Too much work of one key is waiting.');
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      if (!waiting.delete(resolve)) return;
      if (waiting.size === 0) this.#waiting.delete(key);
      reject(signal.reason);
    };
    waiting.add(resolve);
    this.#waiting.set(key, waiting);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Gives a place to the key whose turn it is, which then goes to the end of the line. */
  #passOn(): void {
    for (const [key, waiting] of this.#waiting) {
      for (const start of waiting) {
        waiting.delete(start);
        this.#waiting.delete(key);
        if (waiting.size > 0) this.#waiting.set(key, waiting);
        start();
        return;
      }
    }
    this.#running -= 1;
  }
}
