/**
 * Writes a store like one whose host was killed while in use, and prints its keys and responses:
 * `node write-store.ts DATA_DIR`. Ends by killing itself.
 */
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { loadSmallLedger } from '../service/small-ledger.ts';
import { branches, type KeyName, keyPlans, measured, uuid } from '../service/small-world.ts';
import { openTestClient } from '../service/test-client.ts';
import { notes, notesPath, requests } from './fixture-requests.ts';

const [dataDir = ''] = process.argv.slice(2);
const store = await openClickHouse({ dataDir });
const { callAs, key, addNote } = await openTestClient(store);
await loadSmallLedger(store);
for (const body of notes) await addNote('agency', notesPath, JSON.stringify({ body }));

const { siteId, scans, prompts, brands } = measured;
const scan = await store.scan(
  { accountId: keyPlans.agency.accountId, clientId: null },
  siteId,
  scans.first,
);
const toIsoTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());
for (const [path, body] of [
  [pathTo('shares', { siteId }), { title: 'Kept', pages: ['report'], question: 'tag=price' }],
  [pathTo('feeds', { siteId }), { question: 'metric=gap&range=30d' }],
] as const) {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const { status } = await callAs('agency', path, init);
  if (status !== 201) throw new Error(`POST ${path} returned ${status}.`);
}
// A second import renames a site, replaces a scan and adds an answer to it.
await importMeasurements(
  store,
  recordInput('second', [
    {
      type: 'site',
      id: branches.second.ids.siteId,
      clientId: branches.second.ids.clientId,
      name: 'Renamed',
      createdAt: '2025-02-01T00:00:00Z',
    },
    {
      type: 'scan',
      id: scans.first,
      siteId,
      status: 'completed',
      createdAt: toIsoTime(scan?.createdAt ?? 0),
      startedAt: toIsoTime(scan?.startedAt ?? null),
      completedAt: toIsoTime(scan?.completedAt ?? null),
    },
    {
      type: 'answer',
      scanId: scans.first,
      promptId: prompts.shoes,
      platform: 'chatgpt_app',
      region: 'GB',
      run: 7,
      mentions: [{ brandId: brands.acme, sentiment: 81.25 }],
      text: 'Acme again.',
      citations: [{ url: 'https://acme.example/again' }],
    },
    // The import searches the stored texts for this new brand.
    { type: 'brand', id: uuid(0x105), siteId, name: 'test', role: 'discovered' },
  ]),
  { account: keyPlans.agency.accountId },
);

store.recordAudit({
  at: Date.parse('2026-02-01T00:00:00Z'),
  action: 'imported',
  times: 1,
  accountId: keyPlans.agency.accountId,
  clientId: null,
  keyId: null,
  subject: 'second',
  detail: '',
  address: '',
});
// Waits until the record is written.
await store.audit({ limit: 1 });
const responses: { key: KeyName; path: string; status: number; body: unknown }[] = [];
for (const [name, path] of requests) {
  const { status, json } = await callAs(name, path);
  responses.push({ key: name, path, status, body: json });
}

// A third import never commits.
const writer = await store.beginImport();
const emptyCatalogue = {
  accounts: [],
  clients: [],
  sites: [],
  brands: [],
  prompts: [],
  recommendations: [],
};
await writer.writeCatalogue({ ...emptyCatalogue, scans: scan ? [scan] : [] });
await writer.writeAnswers([
  {
    siteId,
    scanId: scans.first,
    promptId: prompts.shoes,
    platform: 'gemini_app',
    region: 'US',
    run: 9,
    brandIds: [brands.acme],
    sentiments: [null],
  },
]);
await writer.writeAnswers([]);

const keys = Object.fromEntries(requests.map(([name]) => [name, key(name)]));
process.stdout.write(JSON.stringify({ keys, responses }), () =>
  process.kill(process.pid, 'SIGKILL'),
);
