import { spawn } from 'node:child_process';
import { DataDirInUse, FolderUnreadable } from '../../service/store/clickhouse/data-dir.ts';
import { StoreDamaged, StoreTooNew } from '../../service/store/store.ts';
import { type Config, ConfigError, listensOnLoopback, readConfig } from '../config.ts';
import { type OpenPage, PageMissing } from '../page/page.ts';
import { toPrintableLines } from '../printable.ts';
import { waitForStopSignal } from '../stop-signal.ts';
import { createLog } from './log.ts';
import { type RunningHost, startHost } from './start.ts';
import { formatWelcome } from './welcome.ts';

/** Errors whose message says what to do; any other is shown with its stack. */
const isExpected = (error: Error): boolean =>
  [ConfigError, PageMissing, DataDirInUse, FolderUnreadable, StoreDamaged, StoreTooNew].some(
    (kind) => error instanceof kind,
  );

const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return isExpected(error) ? error.message : (error.stack ?? error.message);
};

const crashMessage =
  'Sightline ended without closing its store, because of a fatal signal or because memory ran out. Start it again: everything it acknowledged was saved.';

/** Waits for a line; if the pipe closes without one, the process at its other end has died. */
const crashReporter = `trap '' INT TERM HUP; read -r line || printf '%s\\n' "$1" >&2`;

/**
 * Starts a shell that reports on standard error if this process dies, which the process cannot do itself.
 * @returns a function to call before an orderly exit, after which nothing is reported.
 */
function watchForCrash(): () => void {
  const shell = spawn('sh', ['-c', crashReporter, 'sh', crashMessage], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  // Without a shell, crashes are not reported; everything else still works.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  return () => {
    shell.stdin.end('ended\n');
  };
}

/**
 * How long the host may take to stop, in milliseconds: open requests have 10 s, and then the questions of scans in flight
 * have 25 s and writing them down 4 s.
 */
const defaultStopLimitMs = 45_000;

const stopLimitMessage =
  'Sightline ended without closing its store, because an import or a request did not end in time. Start it again: everything it acknowledged was saved.';

const start = async (openPage: OpenPage): Promise<{ config: Config; host: RunningHost }> => {
  const config = readConfig(process.env);
  return { config, host: await startHost(config, { log: createLog(), openPage }) };
};

/**
 * Runs the host from start to end: reads the environment, prints the address of the host and how to sign in, and on
 * SIGTERM or SIGINT finishes open requests and exits with 0. If starting or stopping fails, prints why on standard
 * error and exits with 1. If stopping takes longer than `stopLimitMs`, says so and kills the process.
 */
export async function run(openPage: OpenPage, stopLimitMs = defaultStopLimitMs): Promise<void> {
  const stopWatching = watchForCrash();
  // Unlike `process.exit`, a signal does not wait for threads that hang.
  const endAtOnce = (): void => {
    stopWatching();
    process.kill(process.pid, 'SIGKILL');
  };
  const stopRequest = waitForStopSignal(endAtOnce);
  // Only a fatal signal or running out of memory ends the process without an 'exit' event. After an uncaught exception,
  // Node itself has printed the reason.
  process.once('exit', stopWatching);
  try {
    const { config, host } = await start(openPage);
    const lines = formatWelcome({
      url: host.url,
      publicUrl: config.publicUrl,
      sampleKeys: host.sampleKeys,
      hasOwnData: host.hasOwnData,
      isOnLoopback: listensOnLoopback(config),
      serviceUrl: config.serviceUrl,
    });
    process.stdout.write(`${lines.join('\n')}\n`);
    await stopRequest;
    setTimeout(() => {
      process.stderr.write(`${stopLimitMessage}\n`);
      endAtOnce();
    }, stopLimitMs).unref();
    await host.close();
    process.exitCode = 0;
  } catch (error) {
    process.stderr.write(`${toPrintableLines(describeError(error))}\n`);
    process.exitCode = 1;
  }
  // Idle connections to a remote service would keep the process running for seconds.
  process.exit();
}
