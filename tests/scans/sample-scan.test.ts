import { beforeAll, expect, test } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { scanSettingsOf } from '../../src/service/records/site.ts';
import { sampleId, siteNumber } from '../../src/service/sample/ids.ts';
import { createInventedFetch } from '../../src/service/sample/invented-fetch.ts';
import { generateSampleRecords } from '../../src/service/sample/records.ts';
import { connectPlatforms } from '../../src/service/scans/connect-platforms.ts';
import { createScanRunner } from '../../src/service/scans/create-scan-runner.ts';
import { endSteps, type LedgerScan } from '../../src/service/store/ledger.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createScanStore } from './scan-world.ts';
import { TestTimers } from './test-timers.ts';

const tenant = { accountId: sampleId('account', 1), clientId: null };
const siteId = sampleId('site', siteNumber(1, 0));
/** As if a host had every key. */
const environment = {
  OPENAI_API_KEY: 'real',
  ANTHROPIC_API_KEY: 'real',
  PERPLEXITY_API_KEY: 'real',
};

let store: Store;
let scan: LedgerScan | null;
let secondScan: LedgerScan | null;
let took: number;
const sentToPlatforms: string[] = [];

beforeAll(async () => {
  store = createScanStore();
  // The first site's set-up precedes its scans, which would take long to import.
  const records: object[] = [];
  for (const record of generateSampleRecords('2026-11-02')) {
    if (record.type === 'scan') break;
    records.push(record);
  }
  const lines = records.map((record) => JSON.stringify(record));
  await importMeasurements(store, recordInput('the sample', lines), { sample: true });
  const timers = new TestTimers('2026-11-02T06:00Z');
  const inventedFetch = createInventedFetch({ store, timers });
  const platformsOf = connectPlatforms({
    fetch: async (url) => {
      sentToPlatforms.push(url);
      return new Response(null, { status: 503 });
    },
    ...{ inventedFetch, timers, environment },
  });
  const scanRunner = createScanRunner({
    ...{ store, timers, platformsOf },
    hostCeiling: 0,
    isOn: true,
    rawDays: 30,
    onError: (error) => {
      throw error;
    },
  });
  const [site] = await store.lookups.sites([siteId]);
  if (!site?.collection) throw new Error('The sample’s site is not set up for scans.');
  const subject = {
    site,
    account: { id: site.accountId, sample: true },
    prompts: await store.lookups.promptsOfSites([siteId]),
    settings: scanSettingsOf(site.collection),
  };
  scanRunner.start();
  const runScan = async () => {
    const { id } = await scanRunner.requestScan(subject, 'Sample agency');
    const read = () => store.ledger.scan(tenant, siteId, id);
    const ms = await timers.until(async () => endSteps.includes((await read())?.step ?? 'queued'));
    return { ms, ended: await read() };
  };
  ({ ms: took, ended: scan } = await runScan());
  secondScan = (await runScan()).ended;
  await scanRunner.close();
});

test('a scan of the sample completes within a minute, with nothing spent and nothing left out', async () => {
  expect(scan).toMatchObject({ step: 'completed', remark: '' });
  expect(took).toBeLessThan(60_000);
  const site = { id: siteId, accountId: tenant.accountId };
  const spending = await store.ledger.spending(site, 'UTC', 0);
  expect(spending.map(({ amount }) => amount)).toEqual(spending.map(() => 0));
});

test('no question of the sample is sent to a real platform, whatever keys the host has', () => {
  expect(sentToPlatforms).toEqual([]);
});

test('the answers are imported with their searches and the location that was asked for', async () => {
  const batches = [];
  for await (const batch of store.ledger.answersOf(siteId, scan?.id ?? '')) batches.push(...batch);
  expect(batches).toHaveLength(192);
  const locations = new Set(batches.map(({ answer }) => answer.location));
  expect([...locations].sort()).toEqual(['AT', 'DE:Berlin', 'GB:London', 'US:California']);
  expect(batches.filter(({ answer }) => answer.queries.length > 0).length).toBeGreaterThan(100);
  const [stored] = await store.lookups.scans([scan?.id ?? '']);
  expect(stored?.status).toBe('completed');
});

test('a second scan on the same day has other answers', async () => {
  const textsOf = async (id = '') => {
    const texts: string[] = [];
    for await (const batch of store.ledger.answersOf(siteId, id))
      texts.push(...batch.map(({ answer }) => answer.text));
    return texts;
  };
  const [first, second] = [await textsOf(scan?.id), await textsOf(secondScan?.id)];
  expect(second).toHaveLength(first.length);
  expect(second.filter((text, index) => text === first[index]).length).toBeLessThan(20);
});
