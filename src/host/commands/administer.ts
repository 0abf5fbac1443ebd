import { mkdirSync } from 'node:fs';
import { errorCodeOf } from '../../service/error-code.ts';
import { ImportRefused } from '../../service/import/faults.ts';
import { UnreadableInput } from '../../service/import/input.ts';
import type { BackgroundScanRunner } from '../../service/scans/create-scan-runner.ts';
import { DataDirInUse, FolderUnreadable } from '../../service/store/clickhouse/data-dir.ts';
import {
  StoreDamaged,
  StoreFull,
  StoreTooNew,
  StoreUnavailable,
} from '../../service/store/store.ts';
import { type Administration, createAdministration } from '../admin/administration.ts';
import { AdministrationError } from '../admin/administration-error.ts';
import { connectControl } from '../admin/control-client.ts';
import { withAuditTrail } from '../admin/with-audit-trail.ts';
import { createHostScanRunner, openStore } from '../backend/backend.ts';
import { ConfigError, readConfig } from '../config.ts';
import { toPrintableLines } from '../printable.ts';
import { isHelpRequested, UsageError } from './arguments.ts';

/** Errors whose message is enough; any other is shown with its stack. */
const expectedErrors = [
  AdministrationError,
  ImportRefused,
  UnreadableInput,
  ConfigError,
  UsageError,
  DataDirInUse,
  FolderUnreadable,
  StoreDamaged,
  StoreFull,
  StoreTooNew,
  StoreUnavailable,
];

const isExpected = (error: unknown): error is Error =>
  expectedErrors.some((kind) => error instanceof kind);

/** Runs the work on the server at CLICKHOUSE_URL, through the host that uses DATA_DIR, or on DATA_DIR itself. */
export async function withAdministration(work: Work): Promise<void> {
  const config = readConfig(process.env);
  if (config.serviceUrl !== null) {
    throw new AdministrationError(
      "SERVICE_URL is set, so data and keys belong to that service. Unset it to work on this host's own store.",
    );
  }
  if (config.clickhouseUrl === null) {
    const remote = await connectControl(config.dataDir);
    if (remote) return work(remote);
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  }
  const store = await openStore(config);
  const scanRunners: Promise<BackgroundScanRunner>[] = [];
  // Perhaps no host is running, so this process runs the scan that it requests unless one does.
  const openScanRunner = () =>
    createHostScanRunner(store, {
      config,
      clock: Date.now,
      onlyOwn: true,
      onError: ({ error }) => {
        process.stderr.write(`${toPrintableLines(String(error))}\n`);
      },
    });
  const settings = {
    keepsTexts: config.keepsTexts,
    scanRunner: () => {
      const scanRunner = scanRunners[0] ?? openScanRunner();
      if (scanRunners.length === 0) scanRunners.push(scanRunner);
      return scanRunner;
    },
  };
  try {
    await work(withAuditTrail(createAdministration(store, settings), store, Date.now));
  } finally {
    for (const scanRunner of scanRunners) await (await scanRunner).close();
    await store.close();
  }
}

export type Work = (administration: Administration) => Promise<void>;

/**
 * Runs a command with access to the store, as described at `withAdministration`.
 * @param usage printed for `--help`.
 * @param readArguments checks the arguments before the store is opened, and returns the work.
 */
export const administer = (
  usage: string,
  args: readonly string[],
  readArguments: (args: readonly string[]) => Work,
): Promise<void> => runCommand(usage, args, () => withAdministration(readArguments(args)));

/** Drops what is printed after the reader of a pipe, such as `head`, has ended. */
function ignoreClosedPipe(error: Error): void {
  if (errorCodeOf(error) !== 'EPIPE') throw error;
}

/**
 * Runs a command to its end. If it fails, prints why on standard error, with the stack of an unexpected error, and
 * exits with 1.
 * @param usage printed for `--help`, instead of running the command.
 */
export async function runCommand(
  usage: string,
  args: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe);
  if (isHelpRequested(args)) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${toPrintableLines(isExpected(error) ? error.message : reason)}\n`);
    process.exitCode = 1;
  }
}
