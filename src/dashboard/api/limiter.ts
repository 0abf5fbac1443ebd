export type Limiter = <T>(signal: AbortSignal, task: () => Promise<T>) => Promise<T>;

/**
 * Lets at most `slots` tasks run at once; the others wait, and start in the order they were added.
 * A task whose signal aborts before it starts never runs, and rejects with the signal's reason.
 */
export function createLimiter(slots: number): Limiter {
  let freeSlots = slots;
  const queue: (() => void)[] = [];

  function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (freeSlots > 0) {
      freeSlots -= 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      queue.splice(queue.indexOf(start), 1);
      reject(signal.reason);
    };
    const start = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    queue.push(start);
    signal.addEventListener('abort', leave, { once: true });
    return promise;
  }

  return async (signal, task) => {
    await enter(signal);
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else freeSlots += 1;
    }
  };
}
