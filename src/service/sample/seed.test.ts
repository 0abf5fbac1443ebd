import { beforeAll, expect, test } from 'vitest';
import { createMemoryStore } from '../../../tests/memory-store/memory-store.ts';
import { everyAnswerScope } from '../../../tests/setup/scopes.ts';
import { digestOf } from '../access/keys.ts';
import { importMeasurements } from '../import/import.ts';
import { recordInput } from '../import/input.ts';
import type { KeyRecord } from '../store/records.ts';
import type { Store, Tenant } from '../store/store.ts';
import { sampleId } from './ids.ts';
import { sampleKeys } from './keys.ts';
import { seedSample } from './seed.ts';

const today = '2026-03-08';
const firstPage = { after: null, limit: 100 };
let store: Store;

beforeAll(async () => {
  store = createMemoryStore();
  await seedSample(store, { today });
});

async function readKey(key: string): Promise<KeyRecord> {
  const record = await store.keyByDigest(digestOf(key));
  if (!record) throw new Error(`There is no record of the key ${key}.`);
  return record;
}
const tenantOf = async (key: string): Promise<Tenant> => readKey(key);

test('exactly three accounts are created, all marked as sample data', async () => {
  const accounts = await store.lookups.accounts();
  expect(accounts.map(({ id, sample }) => [id, sample]).toSorted()).toEqual([
    [sampleId('account', 1), true],
    [sampleId('account', 2), true],
    [sampleId('account', 3), true],
  ]);
});

test('every sample key is stored as a sample key, and no other key is created', async () => {
  for (const { key, scopes } of sampleKeys) {
    expect(await readKey(key)).toMatchObject({ sample: true, scopes, revokedAt: null });
  }
  expect(await store.keys()).toHaveLength(sampleKeys.length);
});

test('the agency’s list of clients starts with Northwind, and the client’s key sees only Northwind', async () => {
  const [first, ...others] = await store.clients(await tenantOf('sample-agency'), firstPage);
  expect(first?.name).toBe('Northwind Group');
  expect(others.length).toBeGreaterThan(10);
  const visibleClients = await store.clients(await tenantOf('sample-client'), firstPage);
  expect(visibleClients).toEqual([first]);
});

test('the business has no clients, and its key can read its first site', async () => {
  const tenant = await tenantOf('sample-business');
  expect(await store.clients(tenant, firstPage)).toEqual([]);
  expect((await store.site(tenant, sampleId('site', 201001)))?.site.clientId).toBeNull();
});

test('Northwind’s newest site has 178 completed scans up to yesterday, one of them without answers', async () => {
  const tenant = await tenantOf('sample-client');
  const counts = await store.timeline(tenant, sampleId('site', 1001), everyAnswerScope);
  expect(counts.scans).toHaveLength(178);
  expect(counts.scans.at(-1)?.date).toBe('2026-03-07');
  expect(counts.answers.scan).toHaveLength(177);
});

test('answers are measured again when the brands of their site change', async () => {
  const tenant = await tenantOf('sample-agency');
  const siteId = sampleId('site', 4001);
  const readFigures = async () => (await store.timeline(tenant, siteId, everyAnswerScope)).brands;
  const before = await readFigures();
  const { brands = [] } = (await store.site(tenant, siteId)) ?? {};
  const importAliases = async (aliasesOf: (name: string) => string[]) => {
    const records = brands.map((brand) => ({
      ...brand,
      type: 'brand',
      aliases: aliasesOf(brand.name),
    }));
    return importMeasurements(store, recordInput('brands', records));
  };
  const { measuredAgain } = await importAliases((name) => [name, 'Another name']);
  expect(measuredAgain).toBe(96);
  expect(before.sentimentSum.length).toBeGreaterThan(0);
  expect(await readFigures()).toEqual(before);

  await importAliases(() => ['Another name']);
  expect((await readFigures()).brandId).toEqual([]);
});

test('seeding twice gives the same keys and accounts as seeding once', async () => {
  const reseededStore = createMemoryStore();
  await seedSample(reseededStore, { today });
  await seedSample(reseededStore, { today });
  expect(await reseededStore.keys()).toEqual(await store.keys());
  expect(await reseededStore.lookups.accounts()).toEqual(await store.lookups.accounts());
});
