/** Pings are at least this far apart. */
const everyMs = 1_000;
/** A ping without an outcome for this long counts as failed. */
const hangsAfterMs = 2_000;
/** A result this old may say nothing about now: a call waits for a newer one. */
const staleAfterMs = 3_000;

export interface Health {
  /**
   * Whether the host can serve, by a ping at most a second older than the call where calls come that often. Answers
   * at once from the last result; a call that finds none, or an old one, waits for a ping, two seconds at most.
   */
  isWell(): Promise<boolean>;
  /** Why the last ping failed; null where it did not, or has hung. */
  readonly failure: unknown;
}

/**
 * Health by pings that any number of calls share: one a second at most, and never one beside another.
 * @param ping rejects while the host cannot serve.
 * @param now in milliseconds, never going back.
 */
export function createHealth(
  ping: () => Promise<void>,
  now: () => number = () => performance.now(),
): Health {
  let last: { at: number; isWell: boolean; failure: unknown } = {
    at: Number.NEGATIVE_INFINITY,
    isWell: false,
    failure: null,
  };
  let begunAt = Number.NEGATIVE_INFINITY;
  /** Settles with the ping under way, or when that has hung for too long. */
  let outcome: Promise<void> | null = null;
  let isPinging = false;

  const note = (isWell: boolean, failure: unknown = null): void => {
    last = { at: now(), isWell, failure };
  };
  const begin = (): Promise<void> => {
    begunAt = now();
    isPinging = true;
    const pinged = ping()
      .then(
        () => note(true),
        (error: unknown) => note(false, error),
      )
      .finally(() => {
        isPinging = false;
      });
    const { promise: hung, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      note(false);
      resolve();
    }, hangsAfterMs);
    timer.unref();
    return Promise.race([pinged.finally(() => clearTimeout(timer)), hung]);
  };

  return {
    async isWell() {
      if (!isPinging && now() - begunAt >= everyMs) outcome = begin();
      if (now() - last.at >= staleAfterMs && outcome !== null) await outcome;
      return last.isWell;
    },
    get failure() {
      return last.failure;
    },
  };
}
