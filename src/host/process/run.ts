import { DataDirInUse, FolderUnreadable } from '../../service/store/clickhouse/data-dir.ts';
import { StoreDamaged, StoreTooNew } from '../../service/store/store.ts';
import { type Config, ConfigError, listensOnLoopback, readConfig } from '../config.ts';
import { type OpenPage, PageMissing } from '../page/page.ts';
import { keepLastWords } from './last-words.ts';
import { createLog } from './log.ts';
import { type RunningHost, startHost } from './start.ts';
import { welcome } from './welcome.ts';

/** Errors that say what to do in one sentence; any other also shows where it arose. */
const isPlain = (error: Error): boolean =>
  [ConfigError, PageMissing, DataDirInUse, FolderUnreadable, StoreDamaged, StoreTooNew].some(
    (kind) => error instanceof kind,
  );

const reportOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return isPlain(error) ? error.message : (error.stack ?? error.message);
};

/** A signal that follows the first one this soon is the same request: npm passes on what its group gets as well. */
const sameRequestMs = 2_000;

/** A first signal stops in order; a later one ends the process at once. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let firstAt: number | null = null;
    const stop = (): void => {
      if (firstAt !== null && performance.now() - firstAt > sameRequestMs) process.exit(1);
      firstAt ??= performance.now();
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });

const start = async (openPage: OpenPage): Promise<{ config: Config; host: RunningHost }> => {
  const config = readConfig(process.env);
  return { config, host: await startHost(config, { log: createLog(), openPage }) };
};

/**
 * The whole life of the process: starts from the environment, says where to go, and on SIGTERM or SIGINT
 * finishes open calls and ends with 0. What keeps it from starting is said on standard error, and ends it with 1.
 */
export async function run(openPage: OpenPage): Promise<void> {
  const stopped = stopSignal();
  // An exception ends the process with words of its own; only a signal or a lack of memory skips this.
  process.once('exit', keepLastWords());
  try {
    const { config, host } = await start(openPage);
    const lines = welcome({
      url: host.url,
      sample: host.sample,
      ownData: host.ownData,
      onLoopback: listensOnLoopback(config),
      serviceUrl: config.serviceUrl,
    });
    process.stdout.write(`${lines.join('\n')}\n`);
    await stopped;
    await host.close();
    process.exitCode = 0;
  } catch (error) {
    process.stderr.write(`${reportOf(error)}\n`);
    process.exitCode = 1;
  }
  // Connections kept alive to a service elsewhere would hold the process for seconds.
  process.exit();
}
