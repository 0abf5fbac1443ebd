import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { defaultAccount } from '../../src/service/import/owners.ts';
import { recordSource } from '../../src/service/import/source.ts';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createdAt = '2026-03-01T10:00:00Z';
const [siteId, recommendationId] = [uuid(2), uuid(3)];
const tenant = { accountId: defaultAccount.id, clientId: null };

it('a note of an import that was never committed is neither shown nor counted, nor in the way of a later import', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-notes-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const note = { siteId, recommendationId, body: 'Done', createdAt };
  const records = [
    { type: 'client', id: uuid(1), name: 'Client', createdAt },
    { type: 'site', id: siteId, clientId: uuid(1), name: 'Site', createdAt },
    { type: 'recommendation', id: recommendationId, siteId, title: 'Say more' },
    { type: 'note', id: uuid(4), ...note },
  ];
  let store = await openClickHouse({ dataDir });
  await importMeasurements(store, recordSource('first', records));
  await store.close();

  const engine = await openInProcess(createEngineDir(dataDir), 1);
  const { body } = note;
  await engine.insert('notes', [
    { activityId: uuid(5), siteId, recommendationId, body, createdAt: 1, author: '', import: 1 },
  ]);
  await engine.close();

  store = await openClickHouse({ dataDir });
  onTestFinished(() => store.close());
  const readIds = async () =>
    (await store.notes(tenant, siteId, recommendationId)).map(({ activityId }) => activityId);
  const countNotes = async () =>
    (await store.recommendations(tenant, siteId, { after: null, limit: 10 })).map(
      ({ notes }) => notes,
    );
  expect([await readIds(), await countNotes()]).toEqual([[uuid(4)], [1]]);
  await importMeasurements(
    store,
    recordSource('second', [
      { type: 'note', id: uuid(5), ...note, createdAt: '2026-04-01T00:00:00Z' },
    ]),
  );
  expect([await readIds(), await countNotes()]).toEqual([[uuid(5), uuid(4)], [2]]);
  expect((await store.check()).faults).toEqual([]);
});
