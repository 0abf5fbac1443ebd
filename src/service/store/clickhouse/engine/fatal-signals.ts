const fatalSignals = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
] as const;

/**
 * Lets a fatal signal end the process immediately, as it would without the engine's library. The library's handlers
 * sleep for five minutes, during which the process is unresponsive and no supervisor can restart it.
 */
export function endAtOnceOnFatalSignals(): void {
  const listener = () => {};
  for (const signal of fatalSignals) {
    // Removing the last listener of a signal restores its default action.
    process.on(signal, listener);
    process.off(signal, listener);
  }
}
