import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '../store/records.ts';

/** The passing of time, which tests control. */
export interface Timers {
  now(): Instant;
  /**
   * Waits for some milliseconds, or until the signal aborts. Never rejects. Keeps the process alive, since what is in
   * flight has to be written down before it ends.
   */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** @param clock the current instant */
export const systemTimers = (clock: () => Instant): Timers => ({
  now: clock,
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
});
