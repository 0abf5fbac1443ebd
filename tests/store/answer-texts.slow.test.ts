import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { defaultAccount } from '../../src/service/import/owners.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = uuid(2);
const createdAt = '2026-01-01T00:00:00Z';
const client = { type: 'client', id: uuid(1), name: 'Client', createdAt };
const brand = { type: 'brand', id: uuid(3), siteId, name: 'Acme', role: 'tracked' };
const createScan = (completedAt: string) => ({
  type: 'scan',
  id: uuid(5),
  siteId,
  status: 'completed',
  createdAt,
  completedAt,
});
const createAnswer = (run: number, text: string) => ({
  type: 'answer',
  scanId: uuid(5),
  promptId: uuid(4),
  run,
  text,
  platform: 'claude_api',
  region: 'US',
});

it('keeps the answer texts of a scan when an import changes only the scan or a brand', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-answer-texts-'));
  let now = Date.parse('2026-03-31T12:00:00Z');
  const store = await openClickHouse({ dataDir, now: () => now });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const tenant = { accountId: defaultAccount.id, clientId: null };
  const listAnswers = async () => {
    const page = { after: null, limit: 10 };
    const answers = await store.answers(tenant, siteId, everyAnswerSearch, page);
    return answers.map(({ evidence, brandIds }) => [evidence?.text, brandIds.length]);
  };
  /** Imports records, advances the clock until replaced rows can be removed, and waits until they are. */
  const importAndCleanUp = async (...records: object[]) => {
    await importMeasurements(store, recordInput('week', records));
    now += 3_600_000;
    await importMeasurements(store, recordInput('client', [client]));
    // An import begins only after the removal that follows the previous one.
    await (await store.beginImport()).abort();
    expect(await store.check()).toMatchObject({ faults: [], hiddenAnswers: 0 });
  };
  await importAndCleanUp(
    client,
    { type: 'site', id: siteId, clientId: uuid(1), name: 'Site', createdAt },
    { type: 'prompt', id: uuid(4), siteId, text: 'Which one?' },
    ...[
      brand,
      createScan('2026-03-01T10:00:00Z'),
      createAnswer(1, 'Acme.'),
      createAnswer(2, 'Bolt.'),
    ],
  );
  await importAndCleanUp(createScan('2026-03-02T10:00:00Z'));
  expect(await listAnswers()).toEqual([
    ['Acme.', 1],
    ['Bolt.', 0],
  ]);
  await importAndCleanUp({ ...brand, aliases: ['Acme', 'Bolt'] });
  expect(await listAnswers()).toEqual([
    ['Acme.', 1],
    ['Bolt.', 1],
  ]);
  await importAndCleanUp(createAnswer(2, 'Neither.'));
  await importAndCleanUp(createScan('2027-03-02T10:00:00Z'));
  expect(await listAnswers()).toEqual([
    ['Acme.', 1],
    ['Neither.', 0],
  ]);
});
