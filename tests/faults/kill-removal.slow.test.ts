import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngineDir } from '../../src/service/store/clickhouse/data-dir.ts';
import { openInProcess } from '../../src/service/store/clickhouse/engine/engine.ts';
import { openClickHouse, openOnEngine } from '../../src/service/store/clickhouse/open.ts';
import { isSoak } from '../setup/soak.ts';
import {
  fillStore,
  findTablesWith,
  kept,
  readClient,
  removed,
  startTime,
  waitUntilCompacted,
} from '../store/removed-world.ts';
import { runInCopy, Sent } from './run-in-copy.ts';

const home = mkdtempSync(join(tmpdir(), 'sightline-kill-removal-'));
const intactDir = join(home, 'intact');
type Client = Awaited<ReturnType<typeof readClient>>;
let [before, keptBefore]: (Client | null)[] = [null, null];

beforeAll(async () => {
  const store = await openClickHouse({ dataDir: intactDir, now: () => startTime });
  await fillStore(store);
  before = await readClient(store, removed);
  keptBefore = await readClient(store, kept);
  await store.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Reopens a store two minutes later, waits for its compaction, and returns what is left of the removed client. */
async function reopen(dataDir: string): Promise<Client> {
  const engine = await openInProcess(createEngineDir(dataDir), 2);
  const store = await openOnEngine(engine, { now: () => startTime + 122_000 });
  await waitUntilCompacted(engine);
  expect(await readClient(store, kept)).toEqual(keptBefore);
  expect((await store.check()).faults).toEqual([]);
  const client = await readClient(store, removed);
  await store.close();
  return client;
}

const removeInCopy = (count: number | null) =>
  runInCopy('kill-removal-process.ts', { intactDir, home }, count);

/** The numbers of statements after which to kill: one before the removal is published, that one, and one after it. */
function chooseCounts({ published, total }: Sent): number[] {
  if (isSoak) return Array.from({ length: total }, (_, count) => count);
  const after = published + 1 + Math.floor(Math.random() * (total - published - 1));
  return [Math.floor(Math.random() * published), published, after];
}

/** Each kill needs a process, a start and a comparison of all files. */
const timeout = 900_000;

it('a kill at any statement of a removal leaves all of the client or none of it, in reads and in the files', {
  timeout,
}, async () => {
  const sent = v.parse(Sent, JSON.parse(removeInCopy(null).text));
  expect(sent.total).toBeGreaterThan(sent.published);
  for (const count of new Set(chooseCounts(sent))) {
    const { dataDir, signal, text } = removeInCopy(count);
    expect(signal, text).toBe('SIGKILL');
    const client = await reopen(dataDir);
    if (count < sent.published) {
      expect(client, `statement ${count}`).toEqual(before);
    } else if (count > sent.published || client.client === null) {
      expect(client, `statement ${count}`).toMatchObject({
        ...{ client: null, branding: null, site: null, prompts: [], scans: [], answers: [] },
        ...{ recommendations: [], notes: [], activeKeys: [], timeline: { scans: [] } },
      });
      expect(await findTablesWith(dataDir, removed), `statement ${count}`).toEqual([]);
    } else {
      // The statement that publishes it was sent, but may not have been executed.
      expect(client, `statement ${count}`).toEqual(before);
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
});
