import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { BackgroundMeasuring } from '../../src/service/import/background-measuring.ts';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { Engine, openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { newestVersion } from '../../src/service/store/clickhouse/integrity/migrations.ts';
import { openClickHouse, openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import { type Store, StoreTooNew } from '../../src/service/store/store.ts';
import { branches, keyPlans, now, uuid } from '../service/small-world.ts';
import { openEngineAs } from '../setup/engine-store.ts';
import { isSoak } from '../setup/soak.ts';
import { fixtureVersions, unpackStore } from './fixture.ts';
import { notes, notesPath } from './fixture-requests.ts';
import { createFixtureService, repeatRequests } from './stored-responses.ts';

/** The number of connections that the host opens to the engine. */
const connectionCount = 4;

/**
 * Opens a store and a service on it. By default at the time of the fixtures, so that their shares have not ended.
 */
async function openStore(dataDir: string, clock = () => now) {
  const engine = await openInProcess(createEngineDir(dataDir), connectionCount);
  const store = await openOnEngine(engine, { now: clock });
  const { service, failures } = createFixtureService(store);
  let closePromise: Promise<void> | null = null;
  const close = () => {
    closePromise ??= service.close().then(() => store.close());
    return closePromise;
  };
  onTestFinished(close);
  return { engine, store, service, failures, close };
}

/** Passes `work` an engine on a folder that no store has open, and closes the engine afterwards. */
async function withEngine<T>(dataDir: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openInProcess(createEngineDir(dataDir), 1);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** The number of the small world's sites that have scans. */
const sitesWithScans = 7;

it('there is a stored fixture of every version', () => {
  expect(fixtureVersions).toEqual(Array.from({ length: newestVersion }, (_, index) => index + 1));
});

const NameRow = v.object({ name: v.string() });
const readColumns = (engine: Engine) =>
  engine.rows(
    NameRow,
    `SELECT concat(table, ' ', name, ' ', type) AS name FROM system.columns
     WHERE database = currentDatabase() ORDER BY table, position`,
  );

/** The columns of a store that was never migrated. */
let newColumns: Awaited<ReturnType<typeof readColumns>> = [];
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-new-'));
  const engine = await openInProcess(createEngineDir(dataDir), connectionCount);
  const store = await openOnEngine(engine);
  newColumns = await readColumns(engine);
  await store.close();
  await rm(dataDir, { recursive: true });
});

it.each(fixtureVersions)(
  'a store of version %i gets the tables of a new one, returns the stored responses, accepts a note, and returns the same responses when reopened',
  async (version) => {
    const { dataDir, expected } = await unpackStore(version);
    const first = await openStore(dataDir);
    expect(await readColumns(first.engine)).toEqual(newColumns);
    // Later versions may add fields to responses.
    expect(await repeatRequests(first.service, expected)).toMatchObject(expected.responses);
    const response = await first.service.fetch(
      new Request(`http://store.test${notesPath}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${expected.keys['agency']}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ body: 'A third note.' }),
      }),
    );
    const list: { data: { body: string }[] } = JSON.parse(await response.text());
    // The notes of the fixture may have the same time, so their order is undefined.
    const [newest, ...earlier] = list.data.map(({ body }) => body);
    expect(newest).toBe('A third note.');
    expect(new Set(earlier)).toEqual(new Set(notes));
    await first.close();

    const second = await openStore(dataDir);
    expect(await repeatRequests(second.service, expected)).toMatchObject(expected.responses);
    expect([...first.failures, ...second.failures]).toEqual([]);
  },
);

it.each(isSoak ? fixtureVersions : [1, newestVersion])(
  'a store of version %i returns the stored responses after its sites are measured again, which resumes after a stop',
  async (version) => {
    const { dataDir, expected } = await unpackStore(version);
    const first = await openStore(dataDir);
    const pendingSites = await first.store.pendingSites();
    // The rules have changed since every fixture was written.
    expect(pendingSites).toHaveLength(sitesWithScans);
    const firstMeasured = Promise.withResolvers<void>();
    const problems: unknown[] = [];
    const interrupted = new BackgroundMeasuring({
      store: first.store,
      onProgress: ({ measured, left }) => {
        if (measured === Math.min(1, left)) firstMeasured.resolve();
      },
      onProblem: (problem) => problems.push(problem),
    });
    if (pendingSites.length > 0) await firstMeasured.promise;
    await interrupted.close();
    await first.close();

    const second = await openStore(dataDir);
    const remaining = (await second.store.pendingSites()).length;
    expect(remaining).toBeLessThanOrEqual(Math.max(0, pendingSites.length - 1));
    const done = Promise.withResolvers<void>();
    const progress: number[][] = [];
    const measuring = new BackgroundMeasuring({
      store: second.store,
      onProgress: ({ measured, left }) => {
        progress.push([measured, left]);
        if (measured === left) done.resolve();
      },
      onProblem: (problem) => problems.push(problem),
    });
    if (remaining > 0) await done.promise;
    await measuring.close();
    expect(progress).toEqual(
      remaining === 0
        ? []
        : Array.from({ length: remaining + 1 }, (_, measured) => [measured, remaining]),
    );
    expect(problems).toEqual([]);
    expect(await second.store.pendingSites()).toEqual([]);
    expect(await repeatRequests(second.service, expected)).toMatchObject(expected.responses);
    expect((await second.store.check()).faults).toEqual([]);
  },
);

const siteOfSecond = branches.second.ids.siteId;
const amountOf = async (store: Store, site: { id: string; accountId: string } | null) =>
  (await store.ledger.spending(site, 'UTC', 0)).reduce((sum, { amount }) => sum + amount, 0);

/** Adds a scan of which one question was asked to the ledger of version 13, where it was removed at once. */
async function addRemovedScan(engine: Engine, siteId: string, scan: string, at: number) {
  await engine.insert('scanRequests', [
    { siteId, id: scan, createdAt: at, dueAt: at, requestedBy: '' },
  ]);
  for (const [index, step] of ['queued', 'removed'].entries())
    await engine.insert('scanSteps', [
      { siteId, scan, at: at + index, number: index + 1, step, remark: '' },
    ]);
  const lease = '00000000-0000-0000-0000-000000000000';
  const question = { question: 0, attempt: 1, platform: 'claude_api', region: 'US', lease, at };
  const events = [
    ['started', 50],
    ['failed', 7],
  ] as const;
  for (const [event, amount] of events)
    await engine.insert('questions', [{ siteId, scan, ...question, event, amount, reason: '' }]);
}

const auditOf = (at: number, accountId: string, fields: object) => ({
  ...{ at, accountId, clientId: null, keyId: null, address: '', times: 1, detail: '' },
  ...fields,
});

it('rows of the ledger get the account that the sites or the audit trail tell, and count for all sites otherwise', async () => {
  const { dataDir } = await unpackStore(13);
  const accountId = keyPlans.agency.accountId;
  const other = keyPlans.other.accountId;
  const [theirs, untold, ours, goneSite] = [uuid(0x901), uuid(0x902), uuid(0x903), uuid(0x904)];
  // Before the scan of the fixture, so that the site may have been removed in between.
  const at = now - 20 * 86_400_000;
  await withEngine(dataDir, async (engine) => {
    await addRemovedScan(engine, siteOfSecond, theirs, at);
    await addRemovedScan(engine, siteOfSecond, untold, at - 86_400_000);
    await addRemovedScan(engine, siteOfSecond, ours, now);
    await engine.insert('audit', [
      auditOf(at + 100, other, { action: 'site deleted', subject: siteOfSecond }),
      auditOf(at + 200, other, {
        action: 'removed',
        subject: goneSite,
        detail: 'site with 0 scans',
      }),
    ]);
  });
  const { store, close } = await openStore(dataDir);
  const site = { id: siteOfSecond, accountId };
  // The fixture's own scan has cost 15,000.
  expect(await amountOf(store, site)).toBe(15_007);
  expect(await amountOf(store, { ...site, accountId: other })).toBe(7);
  const all = await amountOf(store, null);
  expect(all - (sitesWithScans - 1) * 15_000).toBeGreaterThanOrEqual(21);
  expect((await store.ledger.lastDueTimes(now)).get(siteOfSecond)).toBe(now);
  expect(await store.lookups.formerOwners([goneSite, siteOfSecond, theirs, ours])).toEqual(
    expect.arrayContaining([
      { table: 'sites', id: goneSite, accountId: other },
      { table: 'scans', id: theirs, accountId: other },
      { table: 'scans', id: ours, accountId },
    ]),
  );
  expect((await store.check()).faults).toEqual([]);
  await close();
});

class InterruptedError extends Error {}

/** An engine that fails every statement of a migration after the first `allowedCount`. */
class InterruptibleEngine extends Engine {
  allowedCount = 0;
  /** After how many statements the store had each version. */
  readonly reached = new Map<number, number>();
  /** Whether each statement so far, including those that failed, only defines tables or columns. */
  readonly changes: ('definition' | 'rows')[] = [];

  #addChange(kind: 'definition' | 'rows'): void {
    this.changes.push(kind);
    if (this.changes.length > this.allowedCount) throw new InterruptedError();
  }

  override async define(sql: string): Promise<void> {
    this.#addChange('definition');
    await super.define(sql);
  }

  override async runLong(...args: Parameters<Engine['runLong']>): Promise<void> {
    this.#addChange('rows');
    await super.runLong(...args);
  }

  override async insert(table: string, rows: readonly object[]): Promise<void> {
    this.#addChange('rows');
    await super.insert(table, rows);
    if (table !== 'migrations') return;
    for (const row of rows) this.reached.set(Reflect.get(row, 'number'), this.changes.length);
  }
}

/** Opens a store, and interrupts its migration, or its creation, after some statements. */
async function openInterrupted(dataDir: string, allowedCount = Number.POSITIVE_INFINITY) {
  const engine = await openEngineAs(InterruptibleEngine, dataDir);
  engine.allowedCount = allowedCount;
  const outcome = await openOnEngine(engine, { now: () => now }).then(
    (store) => store.close(),
    (error: unknown) => error,
  );
  /** The statements up to the one that records a version. */
  const changesUntil = (version: number) => engine.changes.slice(0, engine.reached.get(version));
  return { outcome, changesUntil };
}

/**
 * The numbers of statements after which to interrupt: before the first, and before and after each that changes rows. A
 * definition leaves a store as the previous one has; with SOAK=1 also after each of them.
 */
const chooseInterruptions = (changes: readonly ('definition' | 'rows')[]): number[] =>
  [...changes.keys()].filter(
    (n) => isSoak || n === 0 || changes[n] === 'rows' || changes[n - 1] === 'rows',
  );

/** The version before the newest; `npm run soak` interrupts the migrations from all earlier ones. */
const interruptedVersions = isSoak ? fixtureVersions.slice(0, -1) : [newestVersion - 1];

it.each(interruptedVersions)(
  'a migration from version %i that is interrupted at any statement of its first step that changes rows finishes at the next start',
  async (version) => {
    const whole = await unpackStore(version);
    const { outcome, changesUntil } = await openInterrupted(whole.dataDir);
    expect(outcome).toBeUndefined();
    for (const allowedCount of chooseInterruptions(changesUntil(version + 1))) {
      const { dataDir, expected } = await unpackStore(version);
      const interrupted = await openInterrupted(dataDir, allowedCount);
      expect(interrupted.outcome, `at ${allowedCount}`).toBeInstanceOf(InterruptedError);
      const reopened = await openStore(dataDir);
      expect(await repeatRequests(reopened.service, expected)).toMatchObject(expected.responses);
      await reopened.close();
    }
  },
  // Each statement has the store opened twice.
  600_000,
);

it('a new store whose creation is interrupted at any statement that changes rows is completed at the next start', async () => {
  const createFolder = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-new-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    return dataDir;
  };
  const whole = await openInterrupted(await createFolder());
  expect(whole.outcome).toBeUndefined();
  const counts = chooseInterruptions(whole.changesUntil(newestVersion));
  // Also between the definitions of two tables.
  for (const allowedCount of [12, ...counts]) {
    const dataDir = await createFolder();
    const { outcome } = await openInterrupted(dataDir, allowedCount);
    expect(outcome, `at ${allowedCount}`).toBeInstanceOf(InterruptedError);
    const { engine, store, close } = await openStore(dataDir);
    expect(await readColumns(engine)).toEqual(newColumns);
    expect(await store.check()).toMatchObject({ version: newestVersion, faults: [] });
    await close();
  }
});

it('a store of a newer version is refused and left unchanged', async () => {
  const { dataDir, expected } = await unpackStore(1);
  await (await openStore(dataDir)).close();
  const number = newestVersion + 1;
  const newerMigration = { number, name: 'From the future', at: 0 };
  await withEngine(dataDir, (engine) => engine.insert('migrations', [newerMigration]));
  const opening = openClickHouse({ dataDir });
  await expect(opening).rejects.toThrow(StoreTooNew);
  await expect(openClickHouse({ dataDir })).rejects.toThrow(`has format version ${number}`);
  await withEngine(dataDir, (engine) =>
    engine.run(`DELETE FROM migrations WHERE number = ${number}`),
  );
  const { service } = await openStore(dataDir);
  expect(await repeatRequests(service, expected)).toMatchObject(expected.responses);
});

it('rows of an aborted import are removed, and rows of an unknown import stay', async () => {
  const { dataDir } = await unpackStore(1);
  const CountRow = v.object({ n: v.number() });
  const countUnpublished = (engine: Engine) =>
    engine.rows(
      CountRow,
      'SELECT count() AS n FROM answers WHERE import NOT IN (SELECT id FROM imports)',
    );
  const before = await withEngine(dataDir, countUnpublished);
  expect(before).toEqual([{ n: 1 }]);

  // The fixture's interrupted import is older than the journal, and hence unknown.
  const { store, close } = await openStore(dataDir, Date.now);
  const writer = await store.beginImport();
  const { ids } = branches.first;
  const tenant = { accountId: keyPlans.agency.accountId, clientId: null };
  const scan = await store.scan(tenant, ids.siteId, ids.scanId);
  const emptyCatalogue = {
    accounts: [],
    clients: [],
    sites: [],
    brands: [],
    prompts: [],
    recommendations: [],
  };
  await writer.writeCatalogue({ ...emptyCatalogue, scans: scan ? [scan] : [] });
  const answer = {
    ...ids,
    platform: 'gemini_app',
    region: 'DE',
    run: 3,
    brandIds: [],
    sentiments: [],
  };
  await writer.writeAnswers([answer]);
  await writer.abort();
  // An import begins only after the cleanup of the previous one.
  await (await store.beginImport()).abort();
  await close();
  expect(await withEngine(dataDir, countUnpublished)).toEqual(before);
});
