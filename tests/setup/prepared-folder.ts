import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { openClickHouse } from '../../src/service/store/clickhouse/open.ts';
import type { Store } from '../../src/service/store/store.ts';

/**
 * Fills a data folder once, before the tests of a file, and returns a function that copies it for a test. When `fill` has
 * ended, no process may have the folder open.
 */
export function prepareFolder(fill: (dataDir: string) => Promise<void>): () => Promise<string> {
  let original = '';
  beforeAll(async () => {
    original = await mkdtemp(join(tmpdir(), 'sightline-prepared-'));
    await fill(original);
  });
  afterAll(() => rm(original, { recursive: true, force: true }));
  return async () => {
    const copy = await mkdtemp(join(tmpdir(), 'sightline-copy-'));
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    await cp(original, copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  };
}

/** Like `prepareFolder`, with a store that `fill` gets empty. @param now the time of the store, by default the real one */
export const prepareStore = (
  fill: (store: Store) => Promise<void>,
  now: () => number = Date.now,
): (() => Promise<string>) =>
  prepareFolder(async (dataDir) => {
    const store = await openClickHouse({ dataDir, now });
    await fill(store);
    await store.close();
  });
