/**
 * Runs the scans of one site in the store of a folder: `node kill-scan-process.ts FOLDER SETTINGS`, with an IPC
 * channel. Sends a message once it is ready, and one with the result of each command. Commands do not come through the
 * standard input, since the engine would take unread input for rows to insert.
 */

import { once } from 'node:events';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { scanSettingsOf } from '../../src/service/records/site.ts';
import { connectPlatforms } from '../../src/service/scans/connect-platforms.ts';
import { createScanRunner } from '../../src/service/scans/create-scan-runner.ts';
import { readSpending } from '../../src/service/scans/spending.ts';
import { systemTimers } from '../../src/service/scans/timers.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import {
  accountId,
  type HostCommand,
  type HostReport,
  type HostSettings,
  type LoweredCeilings,
  recordsOfSite,
  siteId,
} from './kill-scan-world.ts';

const tenant = { accountId, clientId: null };
const [folder = '', settings = ''] = process.argv.slice(2);
const { hostCeiling, clockAhead } = JSON.parse(settings) as HostSettings;
const store = await openClickHouse({ dataDir: folder });
const clock = () => Date.now() + clockAhead;
const timers = systemTimers(clock);
const scanRunner = createScanRunner({
  store,
  timers,
  platformsOf: connectPlatforms({
    ...{ fetch, inventedFetch: null, timers },
    environment: process.env,
  }),
  hostCeiling,
  isOn: true,
  rawDays: 30,
  onError: (error) => process.stderr.write(`${String(error)}\n`),
});
if ((await store.lookups.sites([siteId])).length === 0)
  await importMeasurements(store, recordInput('the site', recordsOfSite()), { clock });

/** @returns the ID of the scan. */
async function request(lowered: LoweredCeilings | null): Promise<string> {
  const details = await store.site(tenant, siteId);
  if (!details) throw new Error('The site is lost.');
  const { site } = details;
  const subject = {
    site,
    account: { id: accountId, sample: false },
    prompts: await store.setupPrompts(tenant, siteId),
    settings: site.collection && scanSettingsOf(site.collection),
  };
  if (lowered === null) return (await scanRunner.requestScan(subject, 'Test')).id;
  // Such a request can be refused, so that this one is written down like that of another host.
  const { plan } = await scanRunner.outlook(subject);
  const id = crypto.randomUUID();
  const createdAt = timers.now();
  const frozen = { ...plan, ...lowered };
  const ids = { id, accountId, siteId };
  const scan = { ...ids, createdAt, dueAt: null, requestedBy: 'Test', plan: frozen };
  await store.ledger.requestScan(scan);
  return id;
}

async function report(scanId: string): Promise<HostReport> {
  const scan = await store.ledger.scan(tenant, siteId, scanId);
  if (!scan) throw new Error('The scan is lost.');
  const answers: HostReport['answers'] = [];
  for await (const batch of store.operatorReads.answersOfScan(siteId, scanId))
    for (const { promptId, platform, region, run, brandIds, sentiments, evidence } of batch)
      answers.push({
        key: [promptId, platform, region, run].join(' '),
        figures: JSON.stringify([brandIds, sentiments, evidence?.text, evidence?.citations]),
      });
  const { zone } = scan.plan;
  const { monthSpent, hostSpent } = await readSpending({ id: siteId, accountId }, zone, {
    ...{ store, timers, hostCeiling },
  });
  return {
    ...{ scan, answers, monthSpent, hostSpent },
    asked: await store.ledger.askedQuestions(siteId, scanId),
  };
}

async function obey(command: HostCommand): Promise<HostReport | string> {
  if (command === 'run') {
    scanRunner.start();
    return 'running';
  }
  return 'report' in command ? report(command.report) : request(command.requestWith);
}

process.on('message', async (command: HostCommand) => process.send?.(await obey(command)));
process.send?.('ready');
await once(process, 'disconnect');
await scanRunner.close();
await store.close();
