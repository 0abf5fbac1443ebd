import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { defaultAccount } from '../../src/service/import/owners.ts';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { StoreUnavailable } from '../../src/service/store/store.ts';
import { everyAnswerScope } from '../setup/scopes.ts';
import { describeService, describeServiceCitations } from './contract.ts';
import { measured } from './small-world.ts';
import { openTestClient } from './test-client.ts';

const folders: string[] = [];

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  folders.push(folder);
  return folder;
}
const openFresh = async () => openClickHouse({ dataDir: await createFolder() });

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

const dataDir = await createFolder();
describeService(
  'clickhouse',
  () => openClickHouse({ dataDir }),
  () => openInProcess(createEngineDir(dataDir), 1),
);
describeServiceCitations('clickhouse', openFresh);

it('a cached timeline survives imports into other sites, but not into its own', async () => {
  const store = await openFresh();
  const { callAs, service } = await openTestClient(store);
  const path = pathTo('timeline', { siteId: measured.siteId });
  const emptyCatalogue = {
    accounts: [],
    clients: [],
    sites: [],
    prompts: [],
    scans: [],
    recommendations: [],
  };
  const importBrand = async (siteId: string, id: string) => {
    const writer = await store.beginImport();
    const brand = {
      id,
      siteId,
      name: 'New',
      aliases: ['New'],
      role: 'discovered' as const,
      domains: [],
    };
    await writer.writeCatalogue({ ...emptyCatalogue, brands: [brand] });
    await writer.commit();
  };
  const countSeries = async () => Object(await callAs('agency', path)).json.series.length;
  const before = await countSeries();
  await importBrand('abcdef00-0000-4000-8000-00000000dead', 'abcdef00-0000-4000-8000-00000000beef');
  expect(await countSeries()).toBe(before);
  expect(service.reportCacheStats()).toMatchObject({ hits: 1, misses: 1 });
  await importBrand(measured.siteId, 'abcdef00-0000-4000-8000-00000000cafe');
  expect(await countSeries()).toBe(before + 1);
  expect(service.reportCacheStats()).toMatchObject({ hits: 1, misses: 2 });
  await service.close();
  await store.close();
});

const uuid = (kind: number, n: number) =>
  `00000000-0000-4000-800${kind}-${String(n).padStart(12, '0')}`;
const at = '2026-03-01T10:00:00.000Z';
const siteId = uuid(2, 1);
const catalogue = [
  { type: 'client', id: uuid(1, 1), name: 'Client', createdAt: at },
  { type: 'site', id: siteId, clientId: uuid(1, 1), name: 'Site', createdAt: at },
  { type: 'prompt', id: uuid(4, 1), siteId, text: 'Which?' },
];
const createBrand = (n: number) => ({
  type: 'brand',
  id: uuid(3, n),
  siteId,
  name: `Brand ${n}`,
  role: 'competitor',
});
const createScan = (n: number, completedAt: string) => ({
  type: 'scan',
  id: uuid(5, n),
  siteId,
  status: 'completed',
  createdAt: at,
  completedAt,
});
const createAnswer = (n: number, run: number, brands: readonly number[]) => ({
  type: 'answer',
  scanId: uuid(5, n),
  promptId: uuid(4, 1),
  platform: 'chatgpt_api',
  region: 'US',
  run,
  mentions: brands.map((brand) => ({ brandId: uuid(3, brand) })),
});

async function openWith(records: readonly object[]) {
  const store = await openFresh();
  onTestFinished(() => store.close());
  const summary = await importMeasurements(store, recordInput('limits.ndjson', records));
  const timeline = (startDate: string | null = null, endDate: string | null = null) =>
    store.timeline({ accountId: defaultAccount.id, clientId: null }, siteId, {
      ...everyAnswerScope,
      startDate,
      endDate,
    });
  return { store, summary, timeline };
}

it('a timeline counts the 65,535th brand and the first and last days that can be stored; the store refuses a 65,536th brand', async () => {
  const { store, timeline } = await openWith([
    ...catalogue,
    ...Array.from({ length: 65_535 }, (_, n) => createBrand(n + 1)),
    createScan(1, '1970-01-01T00:00:00Z'),
    createScan(2, '2149-06-06T23:59:59.999Z'),
    createAnswer(1, 1, [1, 65_535]),
    createAnswer(2, 1, [65_535]),
  ]);
  const listAnswersBetween = async (startDate: string | null, endDate: string | null) => {
    const { scans, answers } = await timeline(startDate, endDate);
    return answers.scan
      .map((scan, row) => `${scans[scan]?.date}: ${answers.answers[row]}, ${answers.mentions[row]}`)
      .sort();
  };
  const [first, last] = ['1970-01-01: 1, 2', '2149-06-06: 1, 1'];
  expect(await listAnswersBetween(null, null)).toEqual([first, last]);
  expect(await listAnswersBetween('1900-01-01', '9999-12-31')).toEqual([first, last]);
  expect(await listAnswersBetween('0001-01-01', '1969-12-31')).toEqual([]);
  expect(await listAnswersBetween('1970-01-01', '1970-01-01')).toEqual([first]);
  expect(await listAnswersBetween('2149-06-06', '2149-06-07')).toEqual([last]);
  expect(await listAnswersBetween('2149-06-07', '2200-01-01')).toEqual([]);
  const { brands } = await timeline();
  const mentioned = brands.brandId.map((id, row) => `${brands.scan[row]} ${id}`);
  expect(mentioned.sort()).toEqual([
    `0 ${uuid(3, 1)}`,
    `0 ${uuid(3, 65_535)}`,
    `1 ${uuid(3, 65_535)}`,
  ]);

  // The import command refuses such a brand earlier. The store needs its own check, since rows of unfinished imports
  // can use up a site's brand numbers.
  const writer = await store.beginImport();
  const emptyCatalogue = {
    accounts: [],
    clients: [],
    sites: [],
    prompts: [],
    scans: [],
    recommendations: [],
  };
  const { type, ...extraBrand } = {
    ...createBrand(65_536),
    aliases: [],
    role: 'competitor' as const,
    domains: [],
  };
  await expect(writer.writeCatalogue({ ...emptyCatalogue, brands: [extraBrand] })).rejects.toThrow(
    StoreUnavailable,
  );
  await writer.abort();
});

it('a timeline counts only the last of repeated answers, however many others are in between', async () => {
  const between = Array.from({ length: 25_000 }, (_, n) => createAnswer(1, n + 2, []));
  const { summary, timeline } = await openWith([
    ...catalogue,
    createBrand(1),
    createBrand(2),
    createScan(1, at),
    createAnswer(1, 1, [1, 2]),
    createAnswer(1, 1, [1]),
    ...between,
    createAnswer(1, 1, [1, 2]),
    createAnswer(1, 1, [2]),
  ]);
  const { answers, brands } = await timeline();
  expect(answers).toMatchObject({ answers: [25_001], mentions: [1] });
  expect(brands.brandId).toEqual([uuid(3, 2)]);
  expect(summary.repeatedAnswers).toBe(3);
});
