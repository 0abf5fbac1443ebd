import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import type { Catalogue } from '../../src/service/records/catalogue.ts';
import { Engine } from '../../src/service/store/clickhouse/engine/engine.ts';
import { openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import { noBranding } from '../../src/service/store/records.ts';
import type { PageRequest, PageStart, Store, Tenant } from '../../src/service/store/store.ts';
import { openEngineAs } from '../setup/engine-store.ts';

const uuid = (kind: number, n: number) =>
  `00000000-0000-4000-800${kind}-${String(n).padStart(12, '0')}`;
const account = { id: uuid(1, 1), name: 'Agency', kind: 'agency' as const, sample: false };
const tenant: Tenant = { accountId: account.id, clientId: null };
const emptyCatalogue: Catalogue = {
  accounts: [],
  clients: [],
  sites: [],
  brands: [],
  prompts: [],
  scans: [],
  recommendations: [],
};

const createClient = (n: number, round: number) => ({
  id: uuid(2, n),
  accountId: account.id,
  name: `Client ${n}`,
  websiteUrl: '',
  industry: '',
  description: '',
  ...noBranding,
  // Few distinct times, so that there are ties to break by ID; the second round reorders the list.
  createdAt: ((n * 7 + round * 3) % 10) * 1000,
  updatedAt: 0,
});
const createSite = (n: number, round: number) => ({
  id: uuid(3, n),
  accountId: account.id,
  clientId: uuid(2, 0),
  name: `Site ${n}`,
  url: '',
  active: (n + round) % 5 !== 0,
  collection: null,
  createdAt: ((n * 7 + round * 3) % 10) * 1000,
  updatedAt: 0,
});

async function importInto(store: Store, records: Partial<Catalogue>): Promise<void> {
  const writer = await store.beginImport();
  await writer.writeCatalogue({ ...emptyCatalogue, accounts: [account], ...records });
  await writer.commit();
}

/** Imports clients and sites twice; the second import replaces half of them. @returns what is stored then */
async function importTwice(store: Store) {
  const numbers = Array.from({ length: 100 }, (_, n) => n);
  for (const round of [0, 1]) {
    const imported = numbers.filter((n) => n % 2 >= round);
    const clients = imported.map((n) => createClient(n, round));
    const sites = imported.map((n) => createSite(n, round));
    await importInto(store, { clients, sites });
  }
  return {
    clients: numbers.map((n) => createClient(n, n % 2)),
    sites: numbers.map((n) => createSite(n, n % 2)).filter(({ active }) => active),
  };
}

async function openEmptyStore() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
  const engine = await openEngineAs(Engine, dataDir);
  const store = await openOnEngine(engine);
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { store, engine };
}

const newestFirst = (a: PageStart, b: PageStart) =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

it('pages of clients and sites follow each other without gaps, newest first, after imports that replace records', async () => {
  const { store } = await openEmptyStore();
  const stored = await importTwice(store);
  const readers = {
    clients: (page: PageRequest) => store.clients(tenant, page),
    sites: (page: PageRequest) => store.sites(tenant, uuid(2, 0), page),
  };
  for (const list of ['clients', 'sites'] as const)
    for (const limit of [1, 7, 100]) {
      const read: PageStart[] = [];
      let page: readonly PageStart[] = [];
      do {
        page = await readers[list]({ after: read.at(-1) ?? null, limit });
        expect(page.length).toBeLessThanOrEqual(limit);
        read.push(...page);
      } while (page.length > 0);
      expect(read).toMatchObject(
        stored[list].toSorted(newestFirst).map(({ id, name }) => ({ id, name })),
      );
    }
});

it('reading a page of clients does not read the long descriptions of all clients', async () => {
  const { store, engine } = await openEmptyStore();
  const Value = v.object({ value: v.number() });
  const countBytesRead = async () => {
    const sql = "SELECT value FROM system.events WHERE event = 'SelectedBytes'";
    return (await engine.rows(Value, sql))[0]?.value ?? 0;
  };
  const description = 'd'.repeat(9_900);
  const clients = Array.from({ length: 4_000 }, (_, n) => ({
    ...createClient(n, 0),
    description,
    createdAt: n,
  }));
  await importInto(store, { clients });
  const before = await countBytesRead();
  expect(await store.clients(tenant, { after: null, limit: 2 })).toHaveLength(2);
  const bytesRead = (await countBytesRead()) - before;
  expect(bytesRead).toBeGreaterThan(0);
  expect(bytesRead).toBeLessThan((clients.length * description.length) / 2);
});
