import { globSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { newestVersion } from '../../src/service/store/clickhouse/integrity/migrations.ts';
import { checkClickHouse, openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { StoreDamaged } from '../../src/service/store/store.ts';
import { chooseRepetitions } from '../setup/soak.ts';
import { waitOptions } from '../setup/wait-options.ts';
import { unpackStore } from './fixture.ts';
import { createFixtureService, repeatRequests } from './stored-responses.ts';

/** Truncates the data file of every part of a table by 8 bytes. */
function truncateTable(dataDir: string, table: string): void {
  const folder = createEngineDir(dataDir);
  const definition = globSync('store/*/*/*.sql', { cwd: folder }).find(
    (path) => basename(path) === `${table}.sql`,
  );
  const text = readFileSync(join(folder, definition ?? ''), 'utf8');
  const [, id = ''] = /UUID '([0-9a-f-]+)'/.exec(text) ?? [];
  const files = globSync(`store/*/${id}/*/data.bin`, { cwd: folder });
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const path = join(folder, file);
    truncateSync(path, readFileSync(path).length - 8);
  }
}

async function runStatement(dataDir: string, statement: string): Promise<void> {
  const engine = await openInProcess(createEngineDir(dataDir), 1);
  await engine.run(statement);
  await engine.close();
}

it('finds no faults in an intact store, and counts its records', async () => {
  const { dataDir } = await unpackStore(newestVersion);
  const { version, faults, rows } = await checkClickHouse({ dataDir });
  expect({ version, faults }).toEqual({ version: newestVersion, faults: [] });
  expect(rows).toMatchObject({ accounts: 4, keys: 14, notes: 8, texts: 12 });
});

it('finds rows whose tables are not defined', async () => {
  const { dataDir } = await unpackStore(newestVersion);
  const folder = createEngineDir(dataDir);
  for (const name of ['metadata', ...globSync('store/*/*/*.sql', { cwd: folder })]) {
    rmSync(join(folder, name), { recursive: true });
  }
  expect(await checkClickHouse({ dataDir })).toMatchObject({
    version: 0,
    faults: ["the store's folder has rows, but the definitions of its tables are missing"],
  });
});

it('counts current records only, however often they were replaced', async () => {
  const { dataDir } = await unpackStore(newestVersion);
  const store = await openClickHouse({ dataDir });
  const accounts = await store.lookups.accounts();
  const keys = await store.keys();
  const emptyCatalogue = { clients: [], sites: [], brands: [], prompts: [], scans: [] };
  for (let round = 0; round < 3; round += 1) {
    const writer = await store.beginImport();
    await writer.writeCatalogue({ ...emptyCatalogue, accounts, recommendations: [] });
    await writer.commit();
    await store.putKeys(...keys.map((key) => ({ ...key, sessionsEndedAt: round })));
  }
  await store.close();
  const { rows } = await checkClickHouse({ dataDir });
  expect(rows).toMatchObject({ accounts: accounts.length, keys: keys.length });
});

it.each(['imports', 'keys', 'sites', 'tallies', 'answers', 'texts'])(
  'finds truncated files of %s, and the store does not open',
  async (table) => {
    const { dataDir } = await unpackStore(newestVersion);
    truncateTable(dataDir, table);
    const { faults } = await checkClickHouse({ dataDir });
    expect(faults.join()).toContain(`table ${table} `);
    const opening = openClickHouse({ dataDir });
    await expect(opening).rejects.toThrow(StoreDamaged);
    await expect(openClickHouse({ dataDir })).rejects.toThrow(`table ${table} `);
  },
);

it.each([
  ['tallies', 'brand > 0', 'table tallies disagrees with table answers on'],
  ['answers', 'run > 0', 'rows are missing from table answers'],
  ['texts', 'true', 'rows are missing from table texts'],
  ['notes', 'true', 'rows are missing from table notes'],
  ['keys', 'sample', 'rows are missing from table keys'],
])('finds missing rows of %s even if every file is intact', async (table, where, fault) => {
  const { dataDir } = await unpackStore(newestVersion);
  await runStatement(dataDir, `DELETE FROM ${table} WHERE ${where}`);
  const { faults } = await checkClickHouse({ dataDir });
  expect(faults.join()).toContain(fault);
});

it('a store damaged while open causes 503 responses, reports the damage once, and can still be checked', async () => {
  const { dataDir, expected } = await unpackStore(newestVersion);
  const damageFaults: string[] = [];
  const store = await openClickHouse({
    dataDir,
    onDamage: ({ fault }) => damageFaults.push(fault),
  });
  onTestFinished(() => store.close());
  const { service } = createFixtureService(store);
  // Wait for the cleanup, which may rewrite the tables.
  await (await store.beginImport()).abort();
  truncateTable(dataDir, 'sites');
  await vi.waitFor(async () => {
    const responses = await repeatRequests(service, expected);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
  }, waitOptions);
  await expect(store.ping()).rejects.toThrow('table sites ');
  expect(damageFaults).toHaveLength(1);
  expect((await store.check()).faults.join()).toContain('table sites ');
});

it('checks find no faults while imports, keys, notes and uses are being written and replaced rows removed', async () => {
  const { dataDir } = await unpackStore(newestVersion);
  // Imports a minute apart, so that each is followed by the removal of the rows that it replaced.
  let time = Date.parse('2030-01-01T00:00:00Z');
  const store = await openClickHouse({ dataDir, now: () => time });
  onTestFinished(() => store.close());
  const accounts = await store.lookups.accounts();
  const keys = await store.keys();
  const empty = { clients: [], sites: [], brands: [], prompts: [], scans: [], recommendations: [] };
  let isWriting = true;
  const write = async () => {
    for (let round = 0; round < chooseRepetitions(6, 15); round += 1) {
      time += 120_000;
      const writer = await store.beginImport();
      await writer.writeCatalogue({ ...empty, accounts });
      await writer.commit();
      await store.putKeys(...keys.map((key) => ({ ...key, sessionsEndedAt: round })));
      await store.recordKeyUses(new Map(keys.map(({ id }) => [id, time])));
    }
    isWriting = false;
  };
  const faults: string[] = [];
  let checks = 0;
  const check = async () => {
    while (isWriting) {
      faults.push(...(await store.check()).faults);
      checks += 1;
    }
  };
  await Promise.all([write(), check()]);
  expect(faults).toEqual([]);
  expect(checks).toBeGreaterThan(1);
});
