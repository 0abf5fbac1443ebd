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
 * Lets a fatal signal end the process at once, as it would without the engine's library: its handlers sleep for
 * five minutes, in which nothing is answered and no supervisor can start the process again.
 */
export function endAtOnceOnFatalSignals(): void {
  const listener = () => {};
  for (const signal of fatalSignals) {
    // Taking the last listener of a signal away gives it back its default action.
    process.on(signal, listener);
    process.off(signal, listener);
  }
}
