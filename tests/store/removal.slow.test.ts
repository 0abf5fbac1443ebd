import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordSource } from '../../src/service/import/source.ts';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { catalogueTables } from '../../src/service/store/clickhouse/engine/tables.ts';
import { checkClickHouse, openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import { waitOptions } from '../setup/wait-options.ts';
import {
  fillStore,
  findTablesWith,
  kept,
  readClient,
  removeClient,
  removed,
  startTime,
} from './removed-world.ts';

const RowCount = v.object({ n: v.number() });

let dataDir = '';
let time = startTime;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sightline-removal-'));
  time = startTime;
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dataDir, { recursive: true, force: true });
});

/** Opens the store, and a function that waits until no row hides a removed record. */
async function openStore() {
  const engine = await openInProcess(createEngineDir(dataDir), 2);
  const store = await openOnEngine(engine, { now: () => time });
  const waitUntilSwept = () =>
    vi.waitFor(async () => {
      for (const table of catalogueTables) {
        const sql = `SELECT count() AS n FROM ${table} WHERE removed`;
        expect(await engine.rows(RowCount, sql), table).toEqual([{ n: 0 }]);
      }
    }, waitOptions);
  return { engine, store, waitUntilSwept };
}

it('what was removed is in the files until the next sweep a minute later, and afterwards in no part of any table', async () => {
  const first = await openStore();
  await fillStore(first.store);
  const keptBefore = await readClient(first.store, kept);
  await first.store.close();
  const tables = ['answers', 'brands', 'clients', 'keys', 'notes', 'prompts', 'recommendations'];
  expect(await findTablesWith(dataDir, removed)).toEqual([...tables, 'sites', 'tallies', 'texts']);

  const second = await openStore();
  await removeClient(second.store);
  // Removed records no longer count, though they are still in the files.
  expect((await second.store.check()).rows).toMatchObject({ clients: 1, brands: 2, texts: 2 });
  await second.store.close();
  expect(await findTablesWith(dataDir, removed)).toEqual(expect.arrayContaining(['clients']));

  time += 60_001;
  const third = await openStore();
  await third.waitUntilSwept();
  expect(await readClient(third.store, kept)).toEqual(keptBefore);
  expect((await third.store.check()).faults).toEqual([]);
  expect((await third.store.keys()).map(({ name }) => name).sort()).toEqual([
    'Key 20',
    'Key 21',
    'Key 31',
  ]);
  await third.store.close();
  expect(await findTablesWith(dataDir, removed)).toEqual([]);
  expect(await findTablesWith(dataDir, kept)).toHaveLength(tables.length + 3);
  const { faults, rows } = await checkClickHouse({ dataDir });
  expect({ faults, rows }).toMatchObject({
    faults: [],
    rows: { clients: 1, sites: 1, brands: 2, prompts: 1, scans: 1, answers: 2, texts: 2, notes: 1 },
  });
});

it('a timer removes the rows 61 seconds after the commit', async () => {
  const { store, waitUntilSwept } = await openStore();
  await fillStore(store);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await removeClient(store);
  time += 61_000;
  vi.advanceTimersByTime(61_000);
  vi.useRealTimers();
  await waitUntilSwept();
  await store.close();
  expect(await findTablesWith(dataDir, removed)).toEqual([]);
});

it('a client that is imported again within the minute stays, and nothing of the removed one is left', async () => {
  const { store, waitUntilSwept } = await openStore();
  await fillStore(store);
  await removeClient(store);
  const { clientId, siteId } = removed;
  const createdAt = '2026-02-01T00:00:00Z';
  const again = [
    { type: 'client', id: clientId, name: 'New', createdAt },
    { type: 'site', id: siteId, clientId, name: 'New', createdAt },
  ];
  await importMeasurements(store, recordSource('again', again));
  time += 61_000;
  // The sweep after this import removes what the removal has left.
  await importMeasurements(store, recordSource('later', again));
  await waitUntilSwept();
  const { client, site, ...rest } = await readClient(store, removed);
  expect([client?.name, site?.site.name]).toEqual(['New', 'New']);
  expect(rest).toMatchObject({ prompts: [], scans: [], answers: [], notes: [], activeKeys: [] });
  await store.close();
  expect(await findTablesWith(dataDir, removed)).toEqual([]);
});

it('a new brand is searched for in texts with given mentions, whatever brand was removed before', async () => {
  const { store, waitUntilSwept } = await openStore();
  await fillStore(store);
  const before = await readClient(store, kept);
  const other = before.site?.brands.find(({ name }) => name === 'Other');
  await importMeasurements(
    store,
    recordSource('removal', [{ type: 'brand', id: other?.id, removed: true }]),
  );
  time += 61_000;
  await importMeasurements(
    store,
    recordSource('any', [
      { type: 'account', id: before.client?.accountId, patch: true, name: 'A' },
    ]),
  );
  await waitUntilSwept();
  const id = 'de1e7e00-0000-4000-8000-000000000999';
  const brand = { type: 'brand', id, siteId: kept.siteId, name: 'given', role: 'competitor' };
  await importMeasurements(store, recordSource('brand', [brand]));
  const { timeline } = await readClient(store, kept);
  expect(timeline.brands.mentions[timeline.brands.brandId.indexOf(id)]).toBe(1);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
});
