import { mkdirSync } from 'node:fs';
import { ImportRefused } from '../../service/import/faults.ts';
import { UnreadableSource } from '../../service/import/source.ts';
import { DataDirInUse, FolderUnreadable } from '../../service/store/clickhouse/data-dir.ts';
import { StoreDamaged, StoreFull, StoreTooNew } from '../../service/store/store.ts';
import { type Administration, administrationOf } from '../administration.ts';
import { AdministrationError } from '../administration-error.ts';
import { openStore } from '../backend.ts';
import { ConfigError, readConfig } from '../config.ts';
import { connectControl } from '../control-client.ts';

/** A command given wrongly: the message is how to give it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const plainErrors = [
  AdministrationError,
  ImportRefused,
  UnreadableSource,
  ConfigError,
  UsageError,
  DataDirInUse,
  FolderUnreadable,
  StoreDamaged,
  StoreFull,
  StoreTooNew,
];

const isPlain = (error: unknown): error is Error =>
  plainErrors.some((kind) => error instanceof kind);

/** Works on the server of CLICKHOUSE_URL, through the host that holds DATA_DIR, or on the store there while none runs. */
async function withAdministration(work: (administration: Administration) => Promise<void>) {
  const config = readConfig(process.env);
  if (config.serviceUrl !== null) {
    throw new UsageError(
      'SERVICE_URL is set: data and keys are those of the service there. Unset it to work on DATA_DIR.',
    );
  }
  if (config.clickhouseUrl === null) {
    const remote = await connectControl(config.dataDir);
    if (remote) return work(remote);
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  }
  const store = await openStore(config);
  try {
    await work(administrationOf(store));
  } finally {
    await store.close();
  }
}

/** Runs a command on the store by way of whatever holds it. */
export const administer = (
  work: (administration: Administration) => Promise<void>,
): Promise<void> => runCommand(() => withAdministration(work));

/** Runs a command to its end: 0 when done, 1 with one plain reason on standard error when not. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${isPlain(error) ? error.message : reason}\n`);
    process.exitCode = 1;
  }
}
