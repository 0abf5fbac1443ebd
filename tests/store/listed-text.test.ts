import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { defaultAccount } from '../../src/service/import/owners.ts';
import { everyAnswerSearch } from '../../src/service/store/answer-search.ts';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import { listedTextLength, type Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = uuid(2);
const createdAt = '2026-01-01T00:00:00Z';
/** Each character has two UTF-16 code units and four UTF-8 bytes. */
const text = '👟'.repeat(listedTextLength + 500);

async function openFolderStore(): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-listed-'));
  const store = await openClickHouse({ dataDir });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return store;
}

it.each<[string, () => Promise<Store>]>([
  ['the memory store', async () => createMemoryStore()],
  ['ClickHouse', openFolderStore],
])(
  'in %s, the list of answers has the start of a long text, and the single answer has the whole text',
  async (_, open) => {
    const store = await open();
    const tenant = { accountId: defaultAccount.id, clientId: null };
    const source = recordInput('long', [
      { type: 'client', id: uuid(1), name: 'Client', createdAt },
      { type: 'site', id: siteId, clientId: uuid(1), name: 'Site', createdAt },
      { type: 'prompt', id: uuid(4), siteId, text: 'Which one?' },
      {
        type: 'scan',
        id: uuid(5),
        siteId,
        status: 'completed',
        createdAt,
        completedAt: createdAt,
      },
      {
        type: 'answer',
        scanId: uuid(5),
        promptId: uuid(4),
        text,
        platform: 'claude_api',
        region: 'US',
      },
    ]);
    await importMeasurements(store, source);
    const page = { after: null, limit: 10 };
    const [listedAnswer] = await store.answers(tenant, siteId, everyAnswerSearch, page);
    expect(listedAnswer?.evidence?.text).toBe('👟'.repeat(listedTextLength));
    const wholeAnswer = listedAnswer && (await store.answer(tenant, siteId, listedAnswer));
    expect(wholeAnswer?.evidence?.text).toBe(text);
  },
);
