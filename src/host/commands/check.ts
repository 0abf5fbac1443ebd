import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '../../service/format-count.ts';
import type { StoreCheck } from '../../service/store/store-check.ts';
import { AdministrationError } from '../admin/administration-error.ts';
import { usageOf } from '../admin/commands.ts';
import { connectControl } from '../admin/control-client.ts';
import { type Config, readConfig } from '../config.ts';
import { printLine } from '../printable.ts';
import { runCommand } from './administer.ts';
import { UsageError } from './arguments.ts';

const noArgumentsMessage =
  'check takes no arguments. To check another folder, run: DATA_DIR=FOLDER npm run check';
const usage = `${usageOf('check')}

Checks the store in DATA_DIR, or on the server at CLICKHOUSE_URL. To check another folder, run:
DATA_DIR=FOLDER npm run check`;

/** Checks the server at CLICKHOUSE_URL if set; otherwise DATA_DIR, through the running host that uses it, if any. */
async function check(config: Config): Promise<StoreCheck> {
  if (config.clickhouseUrl !== null) {
    const { checkClickHouseServer } = await import('../../service/store/clickhouse/open.ts');
    return checkClickHouseServer({ url: config.clickhouseUrl, cluster: config.clickhouseCluster });
  }
  const remote = await connectControl(config.dataDir);
  if (remote) return remote.run('check', {});
  if (!existsSync(join(config.dataDir, 'clickhouse'))) {
    throw new AdministrationError(
      `There is no store in ${config.dataDir}. Set DATA_DIR to the data folder.`,
    );
  }
  const { checkClickHouse } = await import('../../service/store/clickhouse/open.ts');
  return checkClickHouse(config);
}

const shownRecords = ['account', 'client', 'site', 'scan', 'answer', 'note', 'key'];

function describeHiddenAnswers(count: number): string[] {
  if (count === 0) return [];
  const reason =
    count === 1
      ? 'is not in any report: it was replaced, or its import did not finish.'
      : 'are not in any report: they were replaced, or their import did not finish.';
  return [`${formatCount(count, 'other stored answer')} ${reason}`];
}

/**
 * Describes what was checked and found undamaged. On a server, files are not checked and the journal has no counts.
 * Rows are compared only if the store has the newest format.
 */
function describeChecks(hasFiles: boolean, hasRows: boolean): readonly string[] {
  const checks = new Intl.ListFormat('en-GB').format([
    ...(hasFiles ? ['files match their checksums'] : []),
    ...(hasFiles && hasRows ? ['row counts match the journal'] : []),
    ...(hasRows ? ['tallies match the answers'] : []),
  ]);
  return [
    ...(checks === '' ? [] : [`No damage found: ${checks}.`]),
    ...(hasRows
      ? []
      : ['Start the host to update the store, then check again to compare its rows.']),
  ];
}

/** @param hasFiles whether the tables are files in DATA_DIR instead of on a server. */
function linesOf(result: StoreCheck, hasFiles: boolean): readonly string[] {
  const { version, faults, rows, hiddenAnswers } = result;
  if (faults.length > 0) {
    return [...faults.map((fault) => `Damaged: ${fault}.`), 'Restore a backup (docs/deploy.md).'];
  }
  const records = shownRecords.flatMap((noun) => {
    const count = rows[`${noun}s`];
    return count === undefined ? [] : [formatCount(count, noun)];
  });
  return [
    ...(version === 0
      ? ['The store is empty.']
      : describeChecks(hasFiles, Object.keys(rows).length > 0)),
    `Store format: version ${version}.`,
    ...records,
    ...describeHiddenAnswers(hiddenAnswers),
  ];
}

/** Runs the command with the words after its name. */
export const run = (args: readonly string[]): Promise<void> =>
  runCommand(usage, args, async () => {
    const [surplusArgument] = args;
    if (surplusArgument !== undefined) throw new UsageError(noArgumentsMessage, 'check');
    const config = readConfig(process.env);
    if (config.serviceUrl !== null) {
      throw new AdministrationError(
        "SERVICE_URL is set, so the store belongs to that service. Unset it to check this host's own store.",
      );
    }
    const result = await check(config);
    for (const line of linesOf(result, config.clickhouseUrl === null)) printLine(line);
    if (result.faults.length > 0) process.exitCode = 1;
  });

if (import.meta.main) await run(process.argv.slice(2));
