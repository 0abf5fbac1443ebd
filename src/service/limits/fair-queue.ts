/** Thrown if a key already has the maximum number of waiting tasks. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

interface FairQueueLimits {
  /** The maximum number of tasks that run at the same time, across all keys. */
  maxRunning: number;
  /** The maximum number of waiting tasks per key. */
  maxWaitingPerKey: number;
}

/**
 * Limits how many tasks run at a time. Waiting keys take turns, so that a key's first task waits for at most one
 * waiting task of every other key, however many tasks the other keys have.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /**
   * For each waiting key, in the order of the next turns, the functions that start its tasks, oldest first. No set is
   * empty.
   */
  readonly #waiting = new Map<string, Set<() => void>>();
  #runningCount = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a task when it is the key's turn.
   * @param signal removes the task from the queue if it aborts before the task has started.
   * @throws QueueFull, the signal's reason, or whatever `task` throws.
   */
  async run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    using _slot = await this.waitForSlot(key, signal);
    return await task();
  }

  /**
   * Waits for a slot, which the waiting keys get in turn. Disposing of the result frees it; doing so again has no effect.
   * @throws QueueFull or the signal's reason.
   */
  async waitForSlot(key: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#runningCount < this.#limits.maxRunning) this.#runningCount += 1;
    else await this.#waitInQueue(key, signal);
    if (signal.aborted) {
      this.#releaseSlot();
      throw signal.reason;
    }
    let hasEnded = false;
    const end = () => {
      if (!hasEnded) this.#releaseSlot();
      hasEnded = true;
    };
    return { [Symbol.dispose]: end };
  }

  /** Waits until the task may start. */
  async #waitInQueue(key: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(key) ?? new Set();
    if (waiting.size >= this.#limits.maxWaitingPerKey) {
      throw new QueueFull('This key already has too many waiting tasks.');
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

  /**
   * Passes the slot to the next key, which moves to the end of the queue if it has more tasks; frees the slot if no key
   * is waiting.
   */
  #releaseSlot(): void {
    for (const [key, waiting] of this.#waiting) {
      for (const start of waiting) {
        waiting.delete(start);
        this.#waiting.delete(key);
        if (waiting.size > 0) this.#waiting.set(key, waiting);
        start();
        return;
      }
    }
    this.#runningCount -= 1;
  }
}
