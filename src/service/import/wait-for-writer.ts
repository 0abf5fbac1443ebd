import type { ImportWriter } from '../store/store.ts';

/** Waits for the writer, unless the signal aborts first; the import is then aborted when its turn comes. */
export async function waitForWriter(
  pending: Promise<ImportWriter>,
  signal: AbortSignal,
): Promise<ImportWriter> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([pending, stopped.promise]);
  } catch (error) {
    pending.then((writer) => writer.abort()).catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
