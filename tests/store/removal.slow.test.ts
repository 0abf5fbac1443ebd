import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { Engine, openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { checkClickHouse, openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import { type Store, StoreUnavailable } from '../../src/service/store/store.ts';
import { openEngineAs } from '../setup/engine-store.ts';
import { prepareStore } from '../setup/prepared-folder.ts';
import { waitOptions } from '../setup/wait-options.ts';
import {
  fillStore,
  findTablesWith,
  importAgain,
  kept,
  readClient,
  removeClient,
  removed,
  startTime,
  waitUntilCompacted,
} from './removed-world.ts';

const RowCount = v.object({ n: v.number() });

const uuid = (n: number) => `de1e7e00-0000-4000-8000-${String(n).padStart(12, '0')}`;

let dataDir = '';
let time = startTime;
beforeEach(() => {
  time = startTime;
});
afterEach(() => {
  vi.useRealTimers();
});

const copyFilledStore = prepareStore(fillStore, () => startTime);

async function openStore(given: Engine | null = null) {
  const engine = given ?? (await openInProcess(createEngineDir(dataDir), 2));
  const store = await openOnEngine(engine, { now: () => time });
  return { engine, store };
}

it('what was removed is in the files until the next compaction a minute later, and afterwards in no part of any table', async () => {
  dataDir = await copyFilledStore();
  const first = await openStore();
  const keptBefore = await readClient(first.store, kept);
  await first.store.close();
  const tables = [
    ...['answers', 'brands', 'clients', 'keys', 'notes', 'prompts', 'recommendations'],
    ...['responses', 'scanPlans', 'sites', 'tallies', 'texts'],
  ];
  expect(await findTablesWith(dataDir, removed)).toEqual(tables);

  const second = await openStore();
  await removeClient(second.store);
  // Removed records no longer count, though they are still in the files.
  expect((await second.store.check()).rows).toMatchObject({ clients: 1, brands: 2, texts: 2 });
  await second.store.close();
  expect(await findTablesWith(dataDir, removed)).toEqual(expect.arrayContaining(['clients']));

  time += 60_001;
  const third = await openStore();
  await waitUntilCompacted(third.engine);
  expect(await readClient(third.store, kept)).toEqual(keptBefore);
  expect((await third.store.check()).faults).toEqual([]);
  expect((await third.store.keys()).map(({ name }) => name).sort()).toEqual([
    'Key 20',
    'Key 21',
    'Key 31',
  ]);
  await third.store.close();
  expect(await findTablesWith(dataDir, removed)).toEqual([]);
  expect(await findTablesWith(dataDir, kept)).toHaveLength(tables.length);
  const { faults, rows } = await checkClickHouse({ dataDir });
  expect({ faults, rows }).toMatchObject({
    faults: [],
    rows: { clients: 1, sites: 1, brands: 2, prompts: 1, scans: 1, answers: 2, texts: 2, notes: 1 },
  });
});

it('a timer removes the rows 61 seconds after the commit', async () => {
  dataDir = await copyFilledStore();
  const { engine, store } = await openStore();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await removeClient(store);
  time += 61_000;
  vi.advanceTimersByTime(61_000);
  vi.useRealTimers();
  await waitUntilCompacted(engine);
  await store.close();
  expect(await findTablesWith(dataDir, removed)).toEqual([]);
});

it('a client that is imported again within the minute stays, and nothing of the removed one is left', async () => {
  dataDir = await copyFilledStore();
  const { engine, store } = await openStore();
  await removeClient(store);
  const { clientId, siteId } = removed;
  const createdAt = '2026-02-01T00:00:00Z';
  const again = [
    { type: 'client', id: clientId, name: 'New', createdAt },
    { type: 'site', id: siteId, clientId, name: 'New', createdAt },
  ];
  await importMeasurements(store, recordInput('again', again));
  time += 61_000;
  // The compaction after this import removes what the removal has left.
  await importMeasurements(store, recordInput('later', again));
  await waitUntilCompacted(engine);
  const { client, site, ...rest } = await readClient(store, removed);
  expect([client?.name, site?.site.name]).toEqual(['New', 'New']);
  expect(rest).toMatchObject({ prompts: [], scans: [], answers: [], notes: [], activeKeys: [] });
  expect(rest).toMatchObject({ scanRuns: [], raw: null });
  await store.close();
  expect(await findTablesWith(dataDir, removed)).toEqual([]);
});

it('a removed client whose rows are gone comes back only to its account, with what it has spent', async () => {
  dataDir = await copyFilledStore();
  const { engine, store } = await openStore();
  const [accountId, otherAccount] = [uuid(1), uuid(900)];
  const site = { id: removed.siteId, accountId };
  const spending = await store.ledger.spending(site, 'UTC', 0);
  expect(spending).toMatchObject([{ questions: 2 }]);
  await removeClient(store);
  time += 61_000;
  await (await store.beginImport()).abort();
  await waitUntilCompacted(engine);
  const { clientId, siteId } = removed;
  const createdAt = '2026-02-01T00:00:00Z';
  const importInto = (account: string) =>
    importMeasurements(
      store,
      recordInput('again', [
        { type: 'account', id: account, name: 'Agency', kind: 'agency' },
        { type: 'client', id: clientId, accountId: account, name: 'New', createdAt },
        { type: 'site', id: siteId, clientId, name: 'New', createdAt },
      ]),
    );
  await expect(importInto(otherAccount)).rejects.toThrow('cannot move to another account');
  await importInto(accountId);
  expect(await store.ledger.spending(site, 'UTC', 0)).toEqual(spending);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
});

it('the texts of a scan that is only in the ledger are in no part of any table 61 seconds after its removal', async () => {
  dataDir = await copyFilledStore();
  const { engine, store } = await openStore();
  const keptBefore = await readClient(store, kept);
  const [scan] = (await readClient(store, removed)).scanRuns;
  if (!scan) throw new Error('There must be a scan.');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await store.ledger.addStep(scan, 'removed', time);
  vi.advanceTimersByTime(61_000);
  vi.useRealTimers();
  await vi.waitFor(async () => {
    const sql = `SELECT count() AS n FROM responses WHERE scan = '${scan.id}'`;
    expect(await engine.rows(RowCount, sql)).toEqual([{ n: 0 }]);
  }, waitOptions);
  // A compaction is over once an import can begin.
  await (await store.beginImport()).abort();
  expect(await readClient(store, kept)).toEqual(keptBefore);
  expect(
    (await store.ledger.spending(null, 'UTC', startTime)).map(({ questions }) => questions),
  ).toEqual([2, 2]);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
  const tables = await findTablesWith(dataDir, removed);
  expect(tables).toContain('texts');
  expect(tables).not.toContain('responses');
  expect(tables).not.toContain('scanPlans');
});

/** An engine that holds the compaction of the ledger until it is released. */
class HeldEngine extends Engine {
  isHolding = false;
  readonly reached = Promise.withResolvers<void>();
  readonly released = Promise.withResolvers<void>();

  override async inspect(...args: Parameters<Engine['inspect']>) {
    if (this.isHolding && args[1].includes('FROM scanPlans')) {
      this.reached.resolve();
      await this.released.promise;
    }
    return super.inspect(...args);
  }

  override cancelInspections(): Promise<void> {
    this.released.reject(new StoreUnavailable('Cancelled.'));
    return super.cancelInspections();
  }
}

it('closing lets a compaction end', async () => {
  dataDir = await copyFilledStore();
  const engine = await openEngineAs(HeldEngine, dataDir);
  const { store } = await openStore(engine);
  await removeClient(store);
  time += 61_000;
  engine.isHolding = true;
  // A compaction follows, since a minute has passed.
  await (await store.beginImport()).abort();
  await engine.reached.promise;
  const closing = store.close();
  // Closing runs no more than a few statements of its own, which have ended after these.
  for (let n = 0; n < 20; n += 1) await engine.rows(RowCount, 'SELECT 1 AS n');
  engine.released.resolve();
  await closing;
  expect(await findTablesWith(dataDir, removed)).toEqual([]);
});

/** An engine that cannot publish an import. */
class UnpublishedEngine extends Engine {
  isFailing = false;

  override run(...args: Parameters<Engine['run']>): Promise<void> {
    if (this.isFailing && args[0].startsWith('INSERT INTO imports'))
      return Promise.reject(new StoreUnavailable('Away.'));
    return super.run(...args);
  }
}

it('rows of an import that could not be published are removed with the client that they belong to', async () => {
  dataDir = await copyFilledStore();
  const engine = await openEngineAs(UnpublishedEngine, dataDir);
  const { store } = await openStore(engine);
  engine.isFailing = true;
  await expect(importAgain(store, 3)).rejects.toThrow('Away.');
  engine.isFailing = false;
  const countUnpublished = () =>
    engine.rows(
      RowCount,
      'SELECT count() AS n FROM texts WHERE import NOT IN (SELECT id FROM imports)',
    );
  expect(await countUnpublished()).toEqual([{ n: 2 }]);
  await removeClient(store);
  time += 61_000;
  // A compaction follows, since a minute has passed.
  await (await store.beginImport()).abort();
  // It is over once another import can begin. Looking for its end would keep files in use that it removes.
  await (await store.beginImport()).abort();
  expect(await countUnpublished()).toEqual([{ n: 0 }]);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
  expect(await findTablesWith(dataDir, removed)).toEqual([]);
});

it('a new brand is searched for in texts with given mentions, whatever brand was removed before', async () => {
  dataDir = await copyFilledStore();
  const { engine, store } = await openStore();
  const before = await readClient(store, kept);
  const other = before.site?.brands.find(({ name }) => name === 'Other');
  await importMeasurements(
    store,
    recordInput('removal', [{ type: 'brand', id: other?.id, removed: true }]),
  );
  time += 61_000;
  await importMeasurements(
    store,
    recordInput('any', [{ type: 'account', id: before.client?.accountId, patch: true, name: 'A' }]),
  );
  await waitUntilCompacted(engine);
  const id = uuid(999);
  const brand = { type: 'brand', id, siteId: kept.siteId, name: 'given', role: 'competitor' };
  await importMeasurements(store, recordInput('brand', [brand]));
  const { timeline } = await readClient(store, kept);
  expect(timeline.brands.mentions[timeline.brands.brandId.indexOf(id)]).toBe(1);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
});

/** Two sites and the records of either, whose IDs may move. */
const accountId = uuid(1);
const [firstSite, secondSite] = [uuid(10), uuid(20)];
const createdAt = '2026-01-01T10:00:00Z';
const importRecords = (store: Store, ...records: object[]) =>
  importMeasurements(store, recordInput('file', records));
const remove = (type: string, n: number) => ({ type, id: uuid(n), removed: true });
const brand = (n: number, siteId: string) => ({
  type: 'brand',
  id: uuid(n),
  siteId,
  name: `Brand ${n}`,
  role: 'competitor',
});
const prompt = (n: number, siteId: string) => ({
  type: 'prompt',
  id: uuid(n),
  siteId,
  text: `Question ${n}?`,
});
const scan = (n: number, siteId: string) => ({
  type: 'scan',
  id: uuid(n),
  siteId,
  status: 'completed',
  createdAt,
  completedAt: createdAt,
});
const answer = (scanN: number, promptN: number, ...brands: number[]) => ({
  type: 'answer',
  scanId: uuid(scanN),
  promptId: uuid(promptN),
  platform: 'claude_api',
  region: 'US',
  text: `Answer to ${promptN} in ${scanN}`,
  mentions: brands.map((n) => ({ brandId: uuid(n) })),
});

/** The first site has 11, 12, 101 and 301; the second has two brands, two questions with answers, and a scan. */
const copyTwoSites = prepareStore(
  async (store) => {
    await importRecords(
      store,
      { type: 'account', id: accountId, name: 'Agency', kind: 'agency' },
      { type: 'client', id: uuid(2), name: 'Client', createdAt },
      ...[firstSite, secondSite].map((id) => ({
        type: 'site',
        id,
        clientId: uuid(2),
        name: 'Site',
        createdAt,
      })),
      ...[11, 12].map((n) => brand(n, firstSite)),
      ...[21, 22].map((n) => brand(n, secondSite)),
      prompt(101, firstSite),
      ...[201, 202].map((n) => prompt(n, secondSite)),
      scan(301, firstSite),
      scan(401, secondSite),
      answer(401, 201, 21, 22),
      answer(401, 202, 21, 22),
    );
  },
  () => startTime,
);

/** Lists the answers of a site: the text, then the last digits of their scan, question and brands. */
async function listAnswers(store: Store, siteId: string): Promise<string[]> {
  const tenant = { accountId, clientId: null };
  const page = { after: null, limit: 50 };
  const answers = await store.answers(tenant, siteId, everyAnswerSearch, page);
  const shorten = (id: string | null) => String(Number(id?.slice(-3)));
  return answers
    .map(({ evidence, scanId, promptId, brandIds }) =>
      [
        `${evidence?.text ?? 'No text'}:`,
        ...[scanId, promptId, ...brandIds.toSorted()].map(shorten),
      ].join(' '),
    )
    .toSorted();
}

const answersOfSecondSite = [
  'Answer to 201 in 401: 401 201 21 22',
  'Answer to 202 in 401: 401 202 21 22',
];

it('a question that another site has removed gets no answers of the others when an import contains both sites', async () => {
  dataDir = await copyTwoSites();
  const { store } = await openStore();
  await importRecords(store, remove('prompt', 101));
  await importRecords(store, prompt(101, secondSite));
  await importRecords(
    store,
    prompt(102, firstSite),
    answer(301, 102),
    scan(402, secondSite),
    ...[201, 202, 101].map((n) => answer(402, n)),
  );
  expect(await listAnswers(store, firstSite)).toEqual(['Answer to 102 in 301: 301 102']);
  expect(await listAnswers(store, secondSite)).toEqual([
    'Answer to 101 in 402: 402 101',
    answersOfSecondSite[0],
    'Answer to 201 in 402: 402 201',
    answersOfSecondSite[1],
    'Answer to 202 in 402: 402 202',
  ]);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
});

it('a brand that another site has removed is removed without the mentions of others', async () => {
  dataDir = await copyTwoSites();
  const { store } = await openStore();
  await importRecords(store, remove('brand', 11));
  await importRecords(store, brand(11, secondSite), scan(402, secondSite), {
    ...answer(402, 201, 21, 11),
    text: undefined,
  });
  await importRecords(store, remove('brand', 11), remove('brand', 12));
  expect(await listAnswers(store, secondSite)).toEqual([
    answersOfSecondSite[0],
    answersOfSecondSite[1],
    'No text: 402 201 21',
  ]);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
});

it('a scan that another site has removed keeps its answers apart from those of other scans', async () => {
  dataDir = await copyTwoSites();
  const { store } = await openStore();
  await importRecords(store, remove('scan', 301));
  await importRecords(store, scan(301, secondSite), answer(301, 201));
  await importRecords(
    store,
    prompt(102, firstSite),
    scan(302, firstSite),
    answer(302, 102),
    answer(301, 202),
  );
  expect(await listAnswers(store, firstSite)).toEqual(['Answer to 102 in 302: 302 102']);
  expect(await listAnswers(store, secondSite)).toEqual([
    'Answer to 201 in 301: 301 201',
    answersOfSecondSite[0],
    'Answer to 202 in 301: 301 202',
    answersOfSecondSite[1],
  ]);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
});

it('a question that returns to its first site after another keeps its answers there', async () => {
  dataDir = await copyTwoSites();
  const { store } = await openStore();
  await importRecords(store, remove('prompt', 101));
  await importRecords(store, prompt(101, secondSite));
  await importRecords(store, remove('prompt', 101));
  await importRecords(
    store,
    prompt(102, firstSite),
    prompt(101, firstSite),
    answer(301, 101),
    answer(301, 102),
  );
  await importRecords(
    store,
    scan(302, firstSite),
    scan(402, secondSite),
    answer(302, 101),
    answer(402, 202),
  );
  expect(await listAnswers(store, firstSite)).toEqual([
    'Answer to 101 in 301: 301 101',
    'Answer to 101 in 302: 302 101',
    'Answer to 102 in 301: 301 102',
  ]);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
});

it('the numbers that a failed import has left for stored and new questions are not used', async () => {
  dataDir = await copyTwoSites();
  const { engine, store } = await openStore();
  // As after an import whose lease was lost: 202 has the number of 201, and so has the new question 203.
  await engine.insert(
    'prompts',
    [202, 203].map((n) => ({ import: 1, id: uuid(n), siteId: secondSite, number: 1 })),
  );
  await importRecords(
    store,
    prompt(203, secondSite),
    scan(402, secondSite),
    ...[201, 202, 203].map((n) => answer(402, n)),
  );
  expect(await listAnswers(store, secondSite)).toEqual([
    answersOfSecondSite[0],
    'Answer to 201 in 402: 402 201',
    answersOfSecondSite[1],
    'Answer to 202 in 402: 402 202',
    'Answer to 203 in 402: 402 203',
  ]);
  await store.close();
});
