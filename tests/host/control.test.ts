import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Administration, createAdministration } from '../../src/host/admin/administration.ts';
import { startControl } from '../../src/host/admin/control.ts';
import { connectControl } from '../../src/host/admin/control-client.ts';
import { digestOf } from '../../src/service/access/keys.ts';
import { createService } from '../../src/service/app.ts';
import { importMeasurements, importPhases } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { type ImportWriter, type Store, StoreFull } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { waitOptions } from '../setup/wait-options.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const client = { type: 'client', id: uuid(1), name: 'Client', createdAt: '2026-01-01T00:00:00Z' };

const site = { ...client, type: 'site', id: uuid(2), clientId: uuid(1) };
const week = [
  client,
  site,
  { type: 'brand', id: uuid(3), siteId: uuid(2), name: 'Acme', role: 'tracked' },
  { type: 'prompt', id: uuid(4), siteId: uuid(2), text: 'Which?' },
  { ...client, type: 'scan', id: uuid(5), siteId: uuid(2), status: 'completed' },
  {
    type: 'answer',
    scanId: uuid(5),
    promptId: uuid(4),
    platform: 'chatgpt_api',
    region: 'US',
    text: 'Acme is great.',
  },
];

let dataDir: string;
let store: Store;
let control: { close(): Promise<void> };

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sightline-'));
  store = createMemoryStore();
  control = await startControl({ store, dataDir });
});
afterEach(async () => {
  await control.close();
  await rm(dataDir, { recursive: true });
});

async function connectToHost(): Promise<Administration> {
  const administration = await connectControl(dataDir);
  if (!administration) throw new Error('No host is listening.');
  return administration;
}

async function writeImportFile(text: string): Promise<string> {
  const path = join(dataDir, 'week.ndjson');
  await writeFile(path, text);
  return path;
}

describe('the control socket', () => {
  it('can be opened by its owner only', async () => {
    expect((await stat(join(dataDir, 'host.sock'))).mode & 0o777).toBe(0o600);
  });

  it('refuses to export to a path that depends on the folder of the host', async () => {
    await importMeasurements(store, recordInput('week', week));
    const administration = await connectToHost();
    const path = relative(process.cwd(), join(dataDir, 'site.ndjson'));
    const exported = administration.run('export', { kind: 'site', id: uuid(2), path });
    await expect(exported).rejects.toThrow('must be absolute');
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('carries names with characters that may count as line breaks', async () => {
    const name = 'a\u2028b\u2029c\u0085d';
    await importMeasurements(store, recordInput('client', [{ ...client, name }]));
    const administration = await connectToHost();
    const key = { name: 'Weekly', account: null, client: uuid(1), scopes: [] };
    const { record } = await administration.run('keys/create', key);
    expect(record.clientName).toBe(name);
    expect(await administration.run('keys/list', {})).toEqual([record]);
  });

  it('is not mistaken for a running host once its host has ended', async () => {
    await control.close();
    expect(await connectControl(dataDir)).toBeNull();
    await writeFile(join(dataDir, 'host.sock'), '');
    expect(await connectControl(dataDir)).toBeNull();
    control = await startControl({ store, dataDir });
    expect(await connectControl(dataDir)).not.toBeNull();
  });

  it('imports a file into the store of the host and reports progress', async () => {
    const path = await writeImportFile(JSON.stringify(client));
    const progress: number[] = [];
    const importResult = await (await connectToHost()).run(
      'import',
      { path, account: null },
      {
        onProgress: ({ lines }) => {
          progress.push(lines);
        },
      },
    );
    expect(importResult).toMatchObject({ lines: 1, clients: 1, answers: 0 });
    expect(progress).toContain(1);
    expect(await store.lookups.clients([client.id])).toHaveLength(1);
  });

  it('imports a copy with new IDs, and another one each time', async () => {
    const path = await writeImportFile(JSON.stringify(client));
    const administration = await connectToHost();
    const { accounts } = await administration.run('import', { path, account: null });
    for (const _ of ['first', 'second'])
      await administration.run('importWithNewIds', { path, account: null });
    const clients = await store.lookups.clientsOfAccounts(accounts);
    expect(new Set(clients.map(({ id }) => id)).size).toBe(3);
  });

  it('reports every phase of an import that measures stored texts again', async () => {
    const administration = await connectToHost();
    await administration.run('import', {
      path: await writeImportFile(week.map((record) => JSON.stringify(record)).join('\n')),
      account: null,
    });
    const phases = new Set<string>();
    const renamedBrand = { ...week[2], name: 'Great' };
    const importResult = await administration.run(
      'import',
      { path: await writeImportFile(JSON.stringify(renamedBrand)), account: null },
      { onProgress: ({ phase }) => phases.add(phase) },
    );
    expect([...phases]).toEqual(importPhases);
    expect(importResult.measuredAgain).toBe(1);
  });

  it('reports the file, line, field and reason of a fault, and stores nothing', async () => {
    const path = await writeImportFile(`${JSON.stringify(client)}\n{"type":"client","id":"x"}`);
    await expect((await connectToHost()).run('import', { path, account: null })).rejects.toThrow(
      'week.ndjson, line 2, id: must be a UUID',
    );
    expect(await store.lookups.clients([client.id])).toEqual([]);
  });

  it('names a file that does not exist', async () => {
    await expect(
      (await connectToHost()).run('import', { path: join(dataDir, 'none.ndjson'), account: null }),
    ).rejects.toThrow('none.ndjson does not exist.');
  });
});

/** Starts an import as the command does. `end` disconnects, as happens when the command ends. */
function beginImport(path: string): { end(): void } {
  const socketPath = join(dataDir, 'host.sock');
  const outgoing = request({ socketPath, path: '/import', method: 'POST' }, (r) => r.resume());
  outgoing.on('error', () => {});
  outgoing.end(JSON.stringify({ path, account: null }));
  return { end: () => outgoing.destroy() };
}

/** Creates a store whose import writers pause in `method` until `release` is called; `abort` counts aborted imports. */
function createPausingStore(method: 'writeAnswers' | 'commit') {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const abort = vi.fn();
  const pausingStore: Store = {
    ...store,
    async beginImport(): Promise<ImportWriter> {
      const writer = await store.beginImport();
      return {
        ...writer,
        async [method](rows: never) {
          reached.resolve();
          await released.promise;
          return writer[method](rows);
        },
        async abort() {
          abort();
          await writer.abort();
        },
      };
    },
  };
  return { pausingStore, reached: reached.promise, release: () => released.resolve(), abort };
}

describe('an import whose command ends', () => {
  const onImport = vi.fn();
  const toLines = (lines: readonly object[]) =>
    lines.map((line) => JSON.stringify(line)).join('\n');
  const waitForEnd = () =>
    vi.waitFor(() => expect(onImport).toHaveBeenLastCalledWith(null), waitOptions);

  async function restartOn(newStore: Store) {
    await control.close();
    onImport.mockClear();
    control = await startControl({ store: newStore, dataDir, onImport });
  }

  it('stops if it is still reading, and the next one can start', async () => {
    await restartOn(store);
    // While this other import is open, the command's import cannot begin writing, so it cannot finish before the
    // command ends.
    const otherWriter = await store.beginImport();
    const longFile = await writeImportFile(toLines(Array.from({ length: 200_000 }, () => client)));
    const command = beginImport(longFile);
    await vi.waitFor(() => expect(onImport).toHaveBeenCalled(), waitOptions);
    command.end();
    await waitForEnd();
    await otherWriter.abort();
    expect(await store.lookups.clients([client.id])).toEqual([]);
    await (await connectToHost()).run('import', {
      path: await writeImportFile(toLines([client])),
      account: null,
    });
    expect(await store.lookups.clients([client.id])).toHaveLength(1);
  });

  it('has ended once the host has closed its socket', async () => {
    const { pausingStore, reached, release, abort } = createPausingStore('writeAnswers');
    await restartOn(pausingStore);
    const command = beginImport(await writeImportFile(toLines(week)));
    await reached;
    command.end();
    const closed = control.close().then(() => abort.mock.calls.length);
    // The socket accepts no connections any more, and the import still waits for the store.
    await vi.waitFor(async () => expect(await connectControl(dataDir)).toBeNull(), waitOptions);
    release();
    expect(await closed).toBe(1);
  });

  it('is aborted while the store writes its answers, and the next one can start', async () => {
    const { pausingStore, reached, release, abort } = createPausingStore('writeAnswers');
    await restartOn(pausingStore);
    const command = beginImport(await writeImportFile(toLines(week)));
    await reached;
    command.end();
    // Once a later call has completed, the host has noticed the closed connection.
    await (await connectToHost()).run('keys/list', {});
    release();
    await waitForEnd();
    expect(abort).toHaveBeenCalledTimes(1);
    expect(await store.lookups.clients([client.id])).toEqual([]);
    await (await connectToHost()).run('import', {
      path: await writeImportFile(toLines(week)),
      account: null,
    });
    expect(await store.lookups.clients([client.id])).toHaveLength(1);
  });

  it('is finished if it is already being committed, and the next one can start', async () => {
    const { pausingStore, reached, release, abort } = createPausingStore('commit');
    await restartOn(pausingStore);
    const command = beginImport(await writeImportFile(toLines(week)));
    await reached;
    command.end();
    await (await connectToHost()).run('keys/list', {});
    release();
    await waitForEnd();
    expect(abort).not.toHaveBeenCalled();
    expect(await store.lookups.clients([client.id])).toHaveLength(1);
    const administration = await connectToHost();
    const records = await administration.run('audit', { limit: 10 });
    expect(records.map(({ action }) => action)).toEqual(['imported']);
    await administration.run('import', {
      path: await writeImportFile(toLines(week)),
      account: null,
    });
  });

  it('leaves the queue while another import runs', async () => {
    await restartOn(store);
    const runningImport = await store.beginImport();
    const beginImportSpy = vi.spyOn(store, 'beginImport');
    const command = beginImport(await writeImportFile(toLines([client])));
    await vi.waitFor(() => expect(beginImportSpy).toHaveBeenCalled(), waitOptions);
    command.end();
    await waitForEnd();
    await runningImport.abort();
    await (await connectToHost()).run('import', {
      path: await writeImportFile(toLines([client])),
      account: null,
    });
    expect(await store.lookups.clients([client.id])).toHaveLength(1);
  });
});

it('an import passes answers to the store in small batches, and lets other calls run in between', async () => {
  const answers = Array.from({ length: 5_000 }, (_, n) => ({ ...week.at(-1), run: n + 1 }));
  let loopTurns = 0;
  let isCounting = true;
  const countTurn = () => {
    loopTurns += 1;
    if (isCounting) setImmediate(countTurn);
  };
  countTurn();
  const batches: { rows: number; loopTurns: number }[] = [];
  const recordingStore: Store = {
    ...store,
    async beginImport() {
      const writer = await store.beginImport();
      return {
        ...writer,
        async writeAnswers(rows) {
          batches.push({ rows: rows.length, loopTurns });
          await writer.writeAnswers(rows);
        },
      };
    },
  };
  const path = await writeImportFile(
    [...week, ...answers].map((line) => JSON.stringify(line)).join('\n'),
  );
  await createAdministration(recordingStore).run('import', { path, account: null });
  isCounting = false;
  expect(batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(5_001);
  expect(Math.max(...batches.map(({ rows }) => rows))).toBeLessThanOrEqual(550);
  expect(new Set(batches.map((batch) => batch.loopTurns)).size).toBe(batches.length);
});

it.each([
  ['beginImport', () => ({ beginImport: () => Promise.reject(new StoreFull('no room')) })],
  [
    'a lookup',
    (original: Store) => ({
      lookups: { ...original.lookups, accounts: () => Promise.reject(new StoreFull('no room')) },
    }),
  ],
])('an import reports the error of a store that fails in %s', async (_, createFailingPart) => {
  const failingStore: Store = { ...store, ...createFailingPart(store) };
  const importPromise = createAdministration(failingStore).run('import', {
    path: await writeImportFile(JSON.stringify(client)),
    account: null,
  });
  await expect(importPromise).rejects.toBeInstanceOf(StoreFull);
});

describe('keys', () => {
  const newKey = { name: 'Reports', account: null, client: null, scopes: [] };
  beforeEach(async () => {
    await importMeasurements(store, recordInput('clients.ndjson', [client]));
  });

  it('are shown once, when they are created, and stored as digests', async () => {
    const administration = await connectToHost();
    const { key, record } = await administration.run('keys/create', newKey);
    expect(await store.keyByDigest(digestOf(key))).toMatchObject({
      id: record.id,
      name: 'Reports',
    });
    const listed = JSON.stringify(await administration.run('keys/list', {}));
    expect(listed).toContain(record.prefix);
    expect(listed).not.toContain(key);
    expect(listed).not.toContain(digestOf(key));
  });

  it('are revoked by ID or by prefix', async () => {
    const administration = await connectToHost();
    const first = await administration.run('keys/create', newKey);
    const second = await administration.run('keys/create', newKey);
    const { record, ...outcome } = await administration.run('keys/revoke', {
      id: first.record.id.toUpperCase(),
    });
    expect(record.revokedAt).not.toBeNull();
    expect(outcome).toEqual({ isNew: true, isWritten: true });
    const { record: secondRecord } = await administration.run('keys/revoke', {
      id: second.record.prefix,
    });
    expect(secondRecord.id).toBe(second.record.id);
    await expect(administration.run('keys/revoke', { id: 'sl_nobody' })).rejects.toThrow(
      'No key has the ID or prefix sl_nobody.',
    );
  });

  it('expire and are rotated according to the host’s clock', async () => {
    await control.close();
    const dayMs = 86_400_000;
    const now = Date.parse('2027-01-31T12:00:00.000Z');
    control = await startControl({ store, dataDir, clock: () => now });
    const administration = await connectToHost();
    const through = { through: '2027-01-31' };
    const { record } = await administration.run('keys/create', { ...newKey, lifetime: through });
    expect(record.expiresAt).toBe(Date.parse('2027-02-01T00:00:00.000Z'));
    const rotated = await administration.run('keys/rotate', {
      id: record.id,
      overlapDays: 0,
      lifetime: { days: 90 },
    });
    expect(rotated.record.expiresAt).toBe(now + 90 * dayMs);
    expect(rotated.old).toMatchObject({ id: record.id, revokedAt: now });
    expect(await administration.run('keys/list', {})).toHaveLength(2);
  });

  it('are revoked in the running host even when the disk is full', async () => {
    await control.close();
    let isFull = false;
    const fullStore: Store = {
      ...store,
      putKeys: async (...keys) => {
        if (isFull)
          throw new StoreFull(
            'The disk is full, so nothing was changed. Free some space and try again.',
          );
        await store.putKeys(...keys);
      },
    };
    control = await startControl({ store: fullStore, dataDir });
    const administration = await connectToHost();
    const { key, record } = await administration.run('keys/create', newKey);
    isFull = true;
    const revoked = await administration.run('keys/revoke', { id: record.id });
    expect(revoked).toMatchObject({ record: { id: record.id }, isNew: true, isWritten: false });
    expect((await store.keyByDigest(digestOf(key)))?.revokedAt).not.toBeNull();
    await expect(administration.run('keys/create', newKey)).rejects.toThrow(/^The disk is full/);
    // The revocation is still not written, and is reported as such.
    expect(await administration.run('keys/revoke', { id: record.id })).toEqual({
      ...revoked,
      isNew: false,
    });
    isFull = false;
    expect(await administration.run('keys/revoke', { id: record.id })).toEqual({
      ...revoked,
      isNew: false,
      isWritten: true,
    });
  });

  it('are refused as soon as they are revoked', async () => {
    const administration = await connectToHost();
    const { key, record } = await administration.run('keys/create', newKey);
    const service = createService({
      store,
      clock: Date.now,
      cursorSecret: new Uint8Array(32),
      mayUseSampleKeys: () => false,
      onError: () => {},
    });
    const headers = { Authorization: `Bearer ${key}` };
    const requestStatus = async () =>
      (await service.fetch(new Request('http://x/v1/clients', { headers }))).status;
    expect(await requestStatus()).toBe(200);
    await administration.run('keys/revoke', { id: record.id });
    expect(await requestStatus()).toBe(401);
    await service.close();
  });

  it('are not created for unknown clients, accounts or scopes, or without a name', async () => {
    const administration = await connectToHost();
    await administration.run('import', {
      path: await writeImportFile(JSON.stringify(client)),
      account: null,
    });
    const { record } = await administration.run('keys/create', { ...newKey, client: client.id });
    expect(record.clientId).toBe(client.id);
    const expectCreation = (change: object) =>
      expect(administration.run('keys/create', { ...newKey, ...change })).rejects;
    await expectCreation({ client: uuid(9) }).toThrow(`No client has the ID ${uuid(9)}`);
    await expectCreation({ account: uuid(9) }).toThrow(`No account has the ID ${uuid(9)}`);
    await expectCreation({ scopes: ['notes:read'] }).toThrow("Unknown scope 'notes:read'.");
    await expectCreation({ name: ' ' }).toThrow('A key needs a name');
  });
});

it('a data folder whose path is too long for a socket is refused with an error that names DATA_DIR', async () => {
  await expect(startControl({ store, dataDir: `/${'deep/'.repeat(40)}` })).rejects.toThrow(
    'DATA_DIR',
  );
});
