import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { checkClickHouse, openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import type { NoteRecord } from '../../src/service/store/records.ts';
import { prepareStore } from '../setup/prepared-folder.ts';
import { waitOptions } from '../setup/wait-options.ts';
import { fillStore, findTablesWith, kept, startTime } from './removed-world.ts';

const uuid = (n: number) => `de1e7e00-0000-4000-8000-${String(n).padStart(12, '0')}`;
const tenant = { accountId: uuid(1), clientId: null };
const { siteId } = kept;
const recommendationId = uuid(kept.first + 6);
/** A word that occurs only in texts that have been changed or deleted. */
const marker = 'Vexillum';
const createNote = (n: number, body: string): NoteRecord => ({
  activityId: uuid(40 + n),
  ...{ siteId, recommendationId, body },
  createdAt: startTime,
  author: 'Key',
  authorKeyId: null,
  audience: 'team',
});
const [changed, deleted] = [createNote(0, `${marker} one`), createNote(1, `${marker} two`)];
const change = { body: 'New words', audience: 'client' } as const;

const copyFilledStore = prepareStore(fillStore, () => startTime);
let dataDir = '';
beforeEach(async () => {
  dataDir = await copyFilledStore();
});
afterEach(() => {
  vi.useRealTimers();
});

async function openStore() {
  const engine = await openInProcess(createEngineDir(dataDir), 2);
  const store = await openOnEngine(engine, { now: () => startTime });
  const readBodies = async () =>
    (await store.notes(tenant, siteId, recommendationId)).map(({ body }) => body).sort();
  /** Waits until each note has one row, and no row hides a deleted note. */
  const waitUntilCompacted = () =>
    vi.waitFor(async () => {
      const sql = 'SELECT count() - uniqExact(activityId) + countIf(removed) AS n FROM notes';
      expect(await engine.rows(v.object({ n: v.number() }), sql)).toEqual([{ n: 0 }]);
    }, waitOptions);
  return { store, readBodies, waitUntilCompacted };
}

it('changed and deleted texts of notes leave the files within two minutes', async () => {
  const { store, readBodies, waitUntilCompacted } = await openStore();
  for (const note of [changed, deleted]) await store.addNote(tenant, note);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await store.changeNote(tenant, changed, change, startTime);
  await store.removeNote(tenant, deleted, startTime);
  expect(await readBodies()).toEqual([`${kept.marker} note`, 'New words'].sort());
  vi.advanceTimersByTime(61_000);
  vi.useRealTimers();
  await waitUntilCompacted();
  expect(await readBodies()).toEqual([`${kept.marker} note`, 'New words'].sort());
  expect((await store.check()).faults).toEqual([]);
  await store.close();
  expect(await findTablesWith(dataDir, { ...kept, marker })).toEqual([]);
  expect(await checkClickHouse({ dataDir })).toMatchObject({ faults: [], rows: { notes: 3 } });
});

it('a host that ends before that removes them after its next start', async () => {
  const first = await openStore();
  for (const note of [changed, deleted]) await first.store.addNote(tenant, note);
  await first.store.changeNote(tenant, changed, change, startTime);
  await first.store.removeNote(tenant, deleted, startTime);
  await first.store.close();
  expect(await findTablesWith(dataDir, { ...kept, marker })).toEqual(['notes']);
  const second = await openStore();
  expect(await second.readBodies()).toEqual([`${kept.marker} note`, 'New words'].sort());
  await second.waitUntilCompacted();
  await second.store.close();
  expect(await findTablesWith(dataDir, { ...kept, marker })).toEqual([]);
});

it('a deleted note that is imported again at once stays, with its audience', async () => {
  const { store, waitUntilCompacted } = await openStore();
  await store.addNote(tenant, deleted);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await store.removeNote(tenant, deleted, startTime - 1);
  const { activityId: id, authorKeyId: _, ...fields } = deleted;
  const createdAt = new Date(startTime).toISOString();
  const record = { type: 'note', id, ...fields, createdAt, body: 'Restored' };
  await importMeasurements(store, recordInput('export', [record]));
  vi.advanceTimersByTime(61_000);
  vi.useRealTimers();
  await waitUntilCompacted();
  expect(await store.note(tenant, deleted)).toMatchObject({ body: 'Restored', audience: 'team' });
  await store.close();
});
