import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreCheck } from '../../service/store/store.ts';
import { type Config, readConfig } from '../config.ts';
import { connectControl } from '../control-client.ts';
import { runCommand, UsageError } from './administer.ts';

const usage =
  'check takes no arguments: it checks DATA_DIR. For another folder: DATA_DIR=FOLDER npm run check';

/** Checks through the host that holds DATA_DIR, or on the folder or server while none does. */
async function check(config: Config): Promise<StoreCheck> {
  if (config.clickhouseUrl !== null) {
    const { checkClickHouseServer } = await import('../../service/store/clickhouse/open.ts');
    return checkClickHouseServer({ url: config.clickhouseUrl, cluster: config.clickhouseCluster });
  }
  const remote = await connectControl(config.dataDir);
  if (remote) return remote.check();
  if (!existsSync(join(config.dataDir, 'clickhouse'))) {
    throw new UsageError(
      `There is no store in ${config.dataDir}: set DATA_DIR to the data folder.`,
    );
  }
  const { checkClickHouse } = await import('../../service/store/clickhouse/open.ts');
  return checkClickHouse(config);
}

const count = new Intl.NumberFormat('en');

const shown = ['accounts', 'clients', 'sites', 'scans', 'answers', 'notes', 'keys'];

function linesOf({ version, faults, rows, hiddenAnswers }: StoreCheck): readonly string[] {
  if (faults.length > 0) {
    return [...faults.map((fault) => `Damaged: ${fault}.`), 'Restore a backup (docs/deploy.md).'];
  }
  const held = shown.filter((table) => rows[table] !== undefined);
  return [
    'No damage found: files match their checksums, row counts match the journal, and tallies match the answers.',
    `Version ${version}.`,
    ...held.map((table) => `${count.format(rows[table] ?? 0)} ${table}`),
    ...(hiddenAnswers > 0
      ? [
          `${count.format(hiddenAnswers)} of the answers are in no report: they were replaced, or their import did not finish.`,
        ]
      : []),
  ];
}

await runCommand(async () => {
  if (process.argv.length > 2) throw new UsageError(usage);
  const config = readConfig(process.env);
  if (config.serviceUrl !== null) {
    throw new UsageError(
      'SERVICE_URL is set: the store is that of the service there. Unset it to check DATA_DIR.',
    );
  }
  const result = await check(config);
  process.stdout.write(`${linesOf(result).join('\n')}\n`);
  if (result.faults.length > 0) process.exitCode = 1;
});
