/** Minimum time between two pings. */
const intervalMs = 1_000;
/** A ping without a result for this long counts as failed. */
const timeoutMs = 2_000;
/** A result this old may be outdated: a call waits for a newer one. */
const staleAfterMs = 3_000;

interface Health {
  /**
   * Whether the host can serve. Resolves at once with the last result; if there is none, or only an old one, waits for
   * a ping, at most two seconds.
   */
  isHealthy(): Promise<boolean>;
  /** Why the last ping failed; null if it succeeded or timed out, or before the first result. */
  readonly failure: unknown;
}

/**
 * Checks health with pings shared by any number of calls: at most one a second, and never two at once.
 * @param ping rejects while the host cannot serve.
 * @param now a monotonic clock in milliseconds.
 */
export function createHealthCheck(
  ping: () => Promise<void>,
  now: () => number = () => performance.now(),
): Health {
  let lastResult: { at: number; isHealthy: boolean; failure: unknown } = {
    at: Number.NEGATIVE_INFINITY,
    isHealthy: false,
    failure: null,
  };
  let startedAt = Number.NEGATIVE_INFINITY;
  /** Resolves when the last ping has a result or times out; null before the first ping. */
  let outcome: Promise<void> | null = null;
  let isPinging = false;

  const recordResult = (isHealthy: boolean, failure: unknown = null): void => {
    lastResult = { at: now(), isHealthy, failure };
  };
  const startPing = (): Promise<void> => {
    startedAt = now();
    isPinging = true;
    const pingResult = ping()
      .then(
        () => recordResult(true),
        (error: unknown) => recordResult(false, error),
      )
      .finally(() => {
        isPinging = false;
      });
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      recordResult(false);
      resolve();
    }, timeoutMs);
    timer.unref();
    return Promise.race([pingResult.finally(() => clearTimeout(timer)), timeout]);
  };

  return {
    async isHealthy() {
      if (!isPinging && now() - startedAt >= intervalMs) outcome = startPing();
      if (now() - lastResult.at >= staleAfterMs && outcome !== null) await outcome;
      return lastResult.isHealthy;
    },
    get failure() {
      return lastResult.failure;
    },
  };
}
