import { expect, test } from 'vitest';
import type { Catalogue } from '../../src/service/records/catalogue.ts';
import { type ClientRecord, noBranding } from '../../src/service/store/records.ts';
import type { ImportWriter, Tenant } from '../../src/service/store/store.ts';
import { createMemoryStore } from './memory-store.ts';

const tenant: Tenant = { accountId: 'account', clientId: null };
const firstPage = { after: null, limit: 10 };
const client = (id: string, name: string): ClientRecord => ({
  id,
  accountId: 'account',
  name,
  websiteUrl: '',
  industry: '',
  description: '',
  ...noBranding,
  createdAt: 0,
  updatedAt: 0,
});
const catalogue = (clients: ClientRecord[]): Catalogue => ({
  accounts: [],
  clients,
  sites: [],
  brands: [],
  prompts: [],
  scans: [],
  recommendations: [],
});

test('an import becomes visible as a whole when it commits', async () => {
  const store = createMemoryStore();
  const versionBefore = await store.dataVersion();
  const writer = await store.beginImport();
  await writer.writeCatalogue(catalogue([client('a', 'A'), client('b', 'B')]));
  expect(await store.clients(tenant, firstPage)).toEqual([]);
  expect(await store.dataVersion()).toBe(versionBefore);

  await writer.commit();
  expect((await store.clients(tenant, firstPage)).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(await store.dataVersion()).not.toBe(versionBefore);
});

test('an aborted import saves nothing and lets the next one begin', async () => {
  const store = createMemoryStore();
  const first = await store.beginImport();
  await first.writeCatalogue(catalogue([client('a', 'A')]));
  await first.abort();
  const second = await store.beginImport();
  await second.commit();
  expect(await store.clients(tenant, firstPage)).toEqual([]);
});

test('a second import waits for the first to end', async () => {
  const store = createMemoryStore();
  const first = await store.beginImport();
  const laterWriters: ImportWriter[] = [];
  const second = store.beginImport().then((writer) => laterWriters.push(writer));
  await first.writeCatalogue(catalogue([]));
  expect(laterWriters).toHaveLength(0);
  await first.commit();
  await second;
  expect(laterWriters).toHaveLength(1);
});

test('if an import has several records with the same ID, the last one wins', async () => {
  const store = createMemoryStore();
  const writer = await store.beginImport();
  await writer.writeCatalogue(catalogue([client('a', 'first'), client('a', 'last')]));
  await writer.commit();
  expect((await store.clients(tenant, firstPage)).map(({ name }) => name)).toEqual(['last']);
});

test('answers of a scan that is not part of the import are refused', async () => {
  const writer = await createMemoryStore().beginImport();
  await writer.writeCatalogue(catalogue([]));
  const row = {
    siteId: 'site',
    scanId: 'stray',
    promptId: 'prompt',
    platform: 'claude_api',
    region: 'US',
    run: 1,
    brandIds: [],
    sentiments: [],
  };
  await expect(writer.writeAnswers([row])).rejects.toThrow('stray');
});

test('an import accepts one catalogue, and nothing after it has ended', async () => {
  const writer = await createMemoryStore().beginImport();
  await writer.writeCatalogue(catalogue([]));
  await expect(writer.writeCatalogue(catalogue([]))).rejects.toThrow('already');
  await writer.commit();
  await expect(writer.writeAnswers([])).rejects.toThrow('ended');
  await expect(writer.commit()).rejects.toThrow('ended');
});
