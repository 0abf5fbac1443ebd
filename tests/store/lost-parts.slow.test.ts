import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { notesScope } from '../../src/contract/scopes.ts';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { defaultAccount } from '../../src/service/import/owners.ts';
import { tables } from '../../src/service/store/clickhouse/engine/tables.ts';
import { newestVersion } from '../../src/service/store/clickhouse/integrity/migrations.ts';
import { checkClickHouse, openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Ledger } from '../../src/service/store/ledger.ts';
import { StoreDamaged } from '../../src/service/store/store.ts';

const uuid = (n: number) => `10570000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-01-01T10:00:00Z';
const siteId = uuid(2);

/** The records of one site. A later import of them, with another name and sentiment, replaces every row. */
const recordsOf = (name: string, sentiment: number) => [
  { type: 'client', id: uuid(1), name, createdAt: at, reportName: name },
  { type: 'site', id: siteId, clientId: uuid(1), name, createdAt: at },
  { type: 'brand', id: uuid(3), siteId, name, role: 'tracked' },
  { type: 'prompt', id: uuid(4), siteId, text: `Which ${name}?` },
  { type: 'recommendation', id: uuid(5), siteId, title: name },
  { type: 'scan', id: uuid(6), siteId, status: 'completed', createdAt: at, completedAt: at },
  {
    type: 'answer',
    scanId: uuid(6),
    promptId: uuid(4),
    platform: 'chatgpt_app',
    region: 'US',
    text: `An answer about ${name}.`,
    mentions: [{ brandId: uuid(3), sentiment }],
  },
];

const home = mkdtempSync(join(tmpdir(), 'sightline-lost-parts-'));
const intactDir = join(home, 'intact');

/** Adds a scan with a question that has failed to the ledger. */
async function addScan(ledger: Ledger, round: number): Promise<void> {
  const lease = await ledger.takeLease(new AbortController().signal);
  const accountId = defaultAccount.id;
  const scan = { id: uuid(200 + round), accountId, siteId };
  const cell = { platform: 'claude_api', region: 'US' };
  await ledger.requestScan({
    ...scan,
    createdAt: Date.parse(at),
    dueAt: null,
    requestedBy: '',
    plan: {
      prompts: [{ id: uuid(4), text: 'Which?' }],
      cells: [{ ...cell, model: 'model', estimate: 2 }],
      runs: 1,
      scanCeiling: 10,
      monthCeiling: 10,
      zone: 'UTC',
    },
  });
  const question = { accountId, siteId, scanId: scan.id, question: 0, attempt: 1 };
  const asked = { ...question, ...cell, at: Date.parse(at) };
  await ledger.startQuestions(lease, [{ ...asked, estimate: 2 }]);
  const end = { outcome: 'failed', cost: 1, reason: 'No.', answer: null, raw: 'raw' } as const;
  await ledger.endQuestions([{ ...asked, ...end }]);
  await ledger.addStep(scan, 'failed', Date.parse(at));
  await lease.end();
}

/** Writes a store in which every table has rows that replace or follow earlier ones. */
beforeAll(async () => {
  const store = await openClickHouse({ dataDir: intactDir });
  const administration = createAdministration(store);
  const scopes = [notesScope];
  for (const [round, name] of ['Earlier', 'Later'].entries()) {
    const summary = await importMeasurements(
      store,
      recordInput(name, recordsOf(name, 20 + 70 * round)),
    );
    expect(summary.answers).toBe(1);
    const account = (await store.lookups.accounts())[0];
    const { record } =
      round === 0
        ? await administration.run('keys/create', { name, account: null, client: null, scopes })
        : { record: (await administration.run('keys/end-sessions', { id: null })).keys[0] };
    const id = record?.id ?? '';
    const tenant = { accountId: account?.id ?? '', clientId: null };
    await store.addNote(tenant, {
      activityId: uuid(100 + round),
      siteId,
      recommendationId: uuid(5),
      body: name,
      createdAt: Date.parse(at) + round,
      author: name,
      authorKeyId: null,
      audience: 'client' as const,
    });
    await store.recordKeyUses(new Map([[id, Date.parse(at) + round * 60_000]]));
    store.recordAudit({
      at: Date.parse(at) + round,
      action: 'imported',
      accountId: tenant.accountId,
      clientId: null,
      keyId: null,
      subject: name,
      detail: '',
      address: '',
      times: 1,
    });
    await store.audit({ limit: 1 });
    await addScan(store.ledger, round);
    const removed = { type: 'recommendation', id: uuid(300 + round) };
    for (const record of [
      { ...removed, siteId, title: name },
      { ...removed, removed: true },
    ])
      await importMeasurements(store, recordInput(name, [record]));
    // Account rows are imported only with a new account, so this replaces them.
    const writer = await store.beginImport();
    const empty = { clients: [], sites: [], brands: [], prompts: [], scans: [] };
    await writer.writeCatalogue({
      ...empty,
      accounts: account ? [account] : [],
      recommendations: [],
    });
    await writer.commit();
  }
  await store.close();
  expect((await checkClickHouse({ dataDir: intactDir })).faults).toEqual([]);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/**
 * Finds the folders of a table's parts, grouped so that the engine has no other copy of a group's rows: each group is a
 * part that is in use and the parts that were merged into it. The newest comes first.
 */
function findParts(dataDir: string, table: string): readonly (readonly string[])[] {
  const store = join(dataDir, 'clickhouse/store');
  const [definition = ''] = globSync(`*/*/${table}.sql`, { cwd: store });
  const [, id = ''] =
    /UUID '([0-9a-f-]+)'/.exec(readFileSync(join(store, definition), 'utf8')) ?? [];
  const parts = globSync(`*/${id}/*_*_*_*`, { cwd: store }).map((path) => {
    const [, first, last] = basename(path).split('_').map(Number);
    return { path: join(store, path), first: first ?? 0, last: last ?? 0 };
  });
  // Of parts with the same rows, the last by name is in use.
  parts.sort((a, b) => b.last - a.last || a.first - b.first || (a.path < b.path ? 1 : -1));
  const groups: (typeof parts)[] = [];
  for (const part of parts) {
    const group = groups.find(
      ([used]) => used && used.first <= part.first && used.last >= part.last,
    );
    if (group) group.push(part);
    else groups.push([part]);
  }
  return groups.map((group) => group.map(({ path }) => path));
}

/** Copies the store, removes what `remove` finds in the copy, and returns its folder. */
function copyWithout(remove: (dataDir: string) => readonly string[]): string {
  const dataDir = mkdtempSync(join(home, 'copy-'));
  cpSync(intactDir, dataDir, { recursive: true, verbatimSymlinks: true });
  const paths = remove(dataDir);
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) rmSync(path, { recursive: true });
  return dataDir;
}

/** In process, nothing is written to the claims. Responses are dropped by the day, and nothing depends on them. */
const uncountedTables = ['claims', 'runnerClaims', 'responses'];
const countedTables = [...tables.map(({ name }) => name), 'migrations'].filter(
  (name) => !uncountedTables.includes(name),
);

it.each(countedTables)(
  'a store that has lost the newest part of %s does not open',
  async (table) => {
    const dataDir = copyWithout((dir) => findParts(dir, table)[0] ?? []);
    const opening = openClickHouse({ dataDir });
    await expect(opening).rejects.toThrow(StoreDamaged);
    // The engine may have merged all rows of a table into one part.
    await expect(openClickHouse({ dataDir })).rejects.toThrow(
      new RegExp(`rows are missing from table ${table}|table ${table} is missing or empty`),
    );
  },
);

it('a check names every table that has lost a part', async () => {
  const dataDir = copyWithout((dir) =>
    ['scans', 'clients', 'keys'].flatMap((table) => findParts(dir, table)[0] ?? []),
  );
  expect([...(await checkClickHouse({ dataDir })).faults].sort()).toEqual(
    ['clients', 'keys', 'scans'].map((table) => `rows are missing from table ${table}`),
  );
});

it('a journal that has lost an entry in the middle is noticed', async () => {
  const dataDir = copyWithout((dir) => findParts(dir, 'journal').at(-1) ?? []);
  expect((await checkClickHouse({ dataDir })).faults).toEqual([
    'rows are missing from table journal',
  ]);
});

it.each([
  ['the folder of all tables', 'clickhouse/store', 'clickhouse/store is missing'],
  ['everything but its mark', 'clickhouse', 'the tables are missing'],
])('a store that has lost %s is not taken for a new one', async (_, path, fault) => {
  const dataDir = copyWithout((dir) => [join(dir, path)]);
  for (const _start of ['first', 'second']) {
    await expect(openClickHouse({ dataDir })).rejects.toThrow(fault);
  }
});

it('a store without a mark, as an earlier version leaves it, is not taken for a new one either', async () => {
  const dataDir = copyWithout((dir) => [join(dir, 'clickhouse/store'), join(dir, 'store.json')]);
  await expect(openClickHouse({ dataDir })).rejects.toThrow('clickhouse/store is missing');
});

it('the mark is written again if it is missing', async () => {
  const dataDir = copyWithout((dir) => [join(dir, 'store.json')]);
  const store = await openClickHouse({ dataDir });
  await store.close();
  expect(readFileSync(join(dataDir, 'store.json'), 'utf8')).toContain(`"version":${newestVersion}`);
});

it.each(['scans', 'keys', 'journal'])(
  'the parts of %s, if they disappear while the store is open, stop the store',
  async (table) => {
    const dataDir = copyWithout((dir) => [join(dir, 'clickhouse/tmp')]);
    const faults: string[] = [];
    const store = await openClickHouse({ dataDir, onDamage: ({ fault }) => faults.push(fault) });
    onTestFinished(() => store.close());
    // Wait for the cleanup, which may rewrite the tables.
    await (await store.beginImport()).abort();
    // All of them, since a merge may just have replaced any one.
    for (const path of findParts(dataDir, table).flat()) rmSync(path, { recursive: true });
    expect((await store.check()).faults.join()).toContain(`table ${table} `);
    await expect(store.ping()).rejects.toThrow(StoreDamaged);
    expect(faults).toHaveLength(1);
  },
);
