import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdministration } from '../../src/host/admin/administration.ts';
import { withAuditTrail } from '../../src/host/admin/with-audit-trail.ts';
import { type OperatorReads, type Store, StoreUnavailable } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { ids, loadExportWorld } from './export-world.ts';
import { describeExport } from './round-trip.ts';

describeExport('memory', async () => createMemoryStore());

describe('the command export', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-export-'));
    store = createMemoryStore();
    await loadExportWorld(store);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const exportTo = (path: string, signal?: AbortSignal, exported: Store = store) =>
    withAuditTrail(createAdministration(exported), store, () => 0).run(
      'export',
      { kind: 'site', id: ids.site, path },
      { signal },
    );
  /** The store, with something done after each batch of answers. */
  const storeWith = (afterBatch: () => void): Store => {
    const answersOfScan: OperatorReads['answersOfScan'] = async function* (...args) {
      for await (const batch of store.operatorReads.answersOfScan(...args)) {
        yield batch;
        afterBatch();
      }
    };
    return { ...store, operatorReads: { ...store.operatorReads, answersOfScan } };
  };

  it('writes a file that only its owner can read, and is audited with IDs and counts', async () => {
    const path = join(folder, 'shop.ndjson');
    await exportTo(path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await store.audit({ limit: 10 })).toMatchObject([
      {
        action: 'exported',
        accountId: ids.account,
        clientId: ids.client,
        subject: 'shop.ndjson',
        detail: `site ${ids.site}: 610 answers, 5 scans, 1 account, 1 client, 1 site, 3 brands, 2 prompts, 2 recommendations, 3 notes`,
      },
    ]);
  });

  it('does not replace an existing file', async () => {
    const path = join(folder, 'shop.ndjson');
    await writeFile(path, 'kept');
    await expect(exportTo(path)).rejects.toThrow(`${path} already exists.`);
    expect(await readFile(path, 'utf8')).toBe('kept');
  });

  it('does not replace a file that appears while it runs', async () => {
    const path = join(folder, 'shop.ndjson');
    await expect(
      exportTo(
        path,
        undefined,
        storeWith(() => writeFileSync(path, 'kept')),
      ),
    ).rejects.toThrow(`${path} already exists.`);
    expect(await readFile(path, 'utf8')).toBe('kept');
    expect(await readdir(folder)).toEqual(['shop.ndjson']);
  });

  it('names a folder that does not exist, and an ID that nothing has', async () => {
    const path = join(folder, 'nowhere', 'shop.ndjson');
    await expect(exportTo(path)).rejects.toThrow(
      `Cannot write to ${path}: its parent folder does not exist.`,
    );
    const { run } = createAdministration(store);
    const request = { kind: 'client', id: ids.site, path: join(folder, 'x') } as const;
    await expect(run('export', request)).rejects.toThrow(`No client has the ID ${ids.site}.`);
  });

  it.each<[string, Error | null, string]>([
    ['the store fails', new StoreUnavailable('Away.'), 'Away.'],
    ['the command ends', null, 'The command ended.'],
  ])('leaves no file behind, and lets imports go on, if %s', async (_, failure, reason) => {
    const controller = new AbortController();
    const failingStore = storeWith(() => {
      if (failure) throw failure;
      controller.abort(new Error('The command ended.'));
    });
    const path = join(folder, 'shop.ndjson');
    await expect(exportTo(path, controller.signal, failingStore)).rejects.toThrow(reason);
    expect(await readdir(folder)).toEqual([]);
    await (await store.beginImport()).abort();
  });
});
