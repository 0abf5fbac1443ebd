import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { defaultAccount } from '../../src/service/import/owners.ts';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { type Engine, openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store } from '../../src/service/store/store.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createdAt = '2026-03-01T10:00:00Z';
const [siteId, recommendationId] = [uuid(2), uuid(3)];
const tenant = { accountId: defaultAccount.id, clientId: null };

const note = { siteId, recommendationId, body: 'Done', createdAt };
const records = [
  { type: 'client', id: uuid(1), name: 'Client', createdAt },
  { type: 'site', id: siteId, clientId: uuid(1), name: 'Site', createdAt },
  { type: 'recommendation', id: recommendationId, siteId, title: 'Say more' },
  { type: 'note', id: uuid(4), ...note },
];
/** An import that was never committed. */
const unfinishedImport = 1;

async function withEngine<T>(dataDir: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openInProcess(createEngineDir(dataDir), 1);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** Creates a store with a note, and another one of an unfinished import. Returns its folder. */
async function createStore(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-notes-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const store = await openClickHouse({ dataDir });
  await importMeasurements(store, recordInput('first', records));
  await store.close();
  const unfinished = { ...note, activityId: uuid(5), createdAt: 1, author: '' };
  await withEngine(dataDir, (engine) =>
    engine.insert('notes', [{ ...unfinished, import: unfinishedImport }]),
  );
  return dataDir;
}

const readIds = async (store: Store) =>
  (await store.notes(tenant, siteId, recommendationId)).map(({ activityId }) => activityId);

it('a note of an import that was never committed is neither shown nor counted, nor in the way of a later import', async () => {
  const store = await openClickHouse({ dataDir: await createStore() });
  onTestFinished(() => store.close());
  const countNotes = async () =>
    (await store.recommendations(tenant, siteId, { after: null, limit: 10 })).map(
      ({ notes }) => notes,
    );
  expect([await readIds(store), await countNotes()]).toEqual([[uuid(4)], [1]]);
  const later = { type: 'note', id: uuid(5), ...note, createdAt: '2026-04-01T00:00:00Z' };
  await importMeasurements(store, recordInput('second', [later]));
  expect([await readIds(store), await countNotes()]).toEqual([[uuid(5), uuid(4)], [2]]);
  expect((await store.check()).faults).toEqual([]);
});

it('a note of an import that has failed is removed, and nothing counts as lost', async () => {
  const dataDir = await createStore();
  const CountRow = v.object({ n: v.number() });
  const countUnfinished = () =>
    withEngine(dataDir, (engine) =>
      engine.rows(CountRow, `SELECT count() AS n FROM notes WHERE import = ${unfinishedImport}`),
    );
  await withEngine(dataDir, async (engine) => {
    const [last] = await engine.rows(CountRow, 'SELECT max(number) AS n FROM journal');
    await engine.insert('journal', [
      { number: (last?.n ?? 0) + 1, event: 'begun', import: unfinishedImport, counts: {}, at: 1 },
    ]);
  });
  expect(await countUnfinished()).toEqual([{ n: 1 }]);
  const store = await openClickHouse({ dataDir });
  await store.ping();
  // An import begins only after the compaction of the previous one.
  await (await store.beginImport()).abort();
  await (await store.beginImport()).abort();
  expect(await readIds(store)).toEqual([uuid(4)]);
  expect((await store.check()).faults).toEqual([]);
  await store.close();
  expect(await countUnfinished()).toEqual([{ n: 0 }]);
});
