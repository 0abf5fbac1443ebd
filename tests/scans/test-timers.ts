import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Timers } from '../../src/service/scans/timers.ts';

/** How many turns of the event loop pass before nothing else is expected to happen by itself. */
const idleTurns = 12;

interface Pause {
  at: number;
  end: () => void;
}

/** Time that passes only while a test waits for something, from one pause to the next. */
export class TestTimers implements Timers {
  #now: number;
  /** How far the clock is ahead of the time that has passed, in milliseconds. */
  #clockAheadMs = 0;
  readonly #pauses = new Set<Pause>();

  /** @param start the first instant, such as 2026-11-02T06:00Z */
  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  now(): number {
    return this.#now + this.#clockAheadMs;
  }

  pause(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal.aborted) return Promise.resolve();
    const pause: Pause = {
      at: this.#now + ms,
      end: () => {
        this.#pauses.delete(pause);
        signal.removeEventListener('abort', pause.end);
        resolve();
      },
    };
    this.#pauses.add(pause);
    signal.addEventListener('abort', pause.end, { once: true });
    return promise;
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < idleTurns; turn += 1) await nextTurn();
  }

  /**
   * Lets time pass until something has happened.
   * @param maxMs fails after so many milliseconds
   * @returns how many milliseconds have passed.
   */
  async until(hasHappened: () => boolean | Promise<boolean>, maxMs = 1_800_000): Promise<number> {
    const start = this.#now;
    for (;;) {
      await this.#settle();
      if (await hasHappened()) return this.#now - start;
      const next = Math.min(...[...this.#pauses].map(({ at }) => at));
      if (next > start + maxMs) throw new Error('It has not happened in time.');
      this.#now = Math.max(this.#now, next);
      for (const pause of [...this.#pauses]) if (pause.at <= next) pause.end();
    }
  }

  /** Lets some milliseconds pass. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    const stop = new AbortController();
    let isOver = false;
    void this.pause(ms, stop.signal).then(() => {
      isOver = true;
    });
    await this.until(() => isOver, ms);
    this.#now = end;
  }

  /** Lets time pass while nothing happens, as in a process that does not run. */
  jumpTo(instant: string): void {
    this.#now = Date.parse(instant) - this.#clockAheadMs;
  }

  /** Sets the clock, while no time passes. */
  setClock(instant: string): void {
    this.#clockAheadMs = Date.parse(instant) - this.#now;
  }
}
