/** A signal this soon after the first is a copy: npm forwards signals that its whole process group receives. */
const duplicateSignalMs = 2_000;

/** Resolves on the first SIGTERM or SIGINT. A later signal, unless it is a copy, ends the process at once. */
export const waitForStopSignal = (endAtOnce: () => void): Promise<void> =>
  new Promise((resolve) => {
    let firstAt: number | null = null;
    const stop = (): void => {
      if (firstAt !== null && performance.now() - firstAt > duplicateSignalMs) endAtOnce();
      firstAt ??= performance.now();
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
