import { setImmediate } from 'node:timers';

/** How long one piece of work may hold the thread before others get a turn, in milliseconds. */
const maxStretchMs = 10;

/** What goes on once it is its turn: one of them between two rounds of events, in the order in which they paused. */
const paused: (() => void)[] = [];

function resumeNext(): void {
  paused.shift()?.();
  if (paused.length > 0) setImmediate(resumeNext);
}

/**
 * A stretch of work on the thread that serves all requests. Work that may take longer than a few milliseconds asks
 * between its steps whether its stretch is over, and pauses then. However much work is in progress, events never wait
 * for more than one stretch of it, since only one goes on at a time.
 */
export class Stretch {
  // Work that begins while other work is paused waits behind it.
  #beganAt = paused.length > 0 ? Number.NEGATIVE_INFINITY : performance.now();

  get isOver(): boolean {
    return performance.now() - this.#beganAt >= maxStretchMs;
  }

  /** Lets other work run, then begins a new stretch. */
  async pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    paused.push(resolve);
    if (paused.length === 1) setImmediate(resumeNext);
    await promise;
    this.#beganAt = performance.now();
  }
}

/** Calls `handle` with each item in order, and lets other work run between items once a stretch is over. */
export async function handleInStretches<T>(
  items: Iterable<T>,
  handle: (item: T, index: number) => void,
): Promise<void> {
  const stretch = new Stretch();
  let index = 0;
  for (const item of items) {
    if (stretch.isOver) await stretch.pause();
    handle(item, index);
    index += 1;
  }
}
