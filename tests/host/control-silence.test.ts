import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Administration } from '../../src/host/admin/administration.ts';
import { AdministrationError } from '../../src/host/admin/administration-error.ts';
import { startControl } from '../../src/host/admin/control.ts';
import { connectControl } from '../../src/host/admin/control-client.ts';
import { socketPathOf } from '../../src/host/admin/control-socket.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import type { Store } from '../../src/service/store/store.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { createTemporaryFolder } from './harness.ts';

const newKey = { name: 'Reports', account: null, client: null, scopes: [] };
const client = {
  type: 'client',
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Client',
  createdAt: '2026-01-01T00:00:00Z',
};

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

async function connectToHost(dataDir: string): Promise<Administration> {
  const administration = await connectControl(dataDir);
  if (!administration) throw new Error('No host is listening.');
  return administration;
}

/**
 * Opens a host that accepts every connection but never sends anything, like a suspended process.
 * @returns its data folder.
 */
async function openSilentHost(): Promise<string> {
  const dataDir = await createTemporaryFolder();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
  });
  server.listen(socketPathOf(dataDir));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return dataDir;
}

it('a command unknown to an older host fails, and says that the host is older', async () => {
  const dataDir = await createTemporaryFolder();
  const server = createHttpServer((_, response) => response.writeHead(404).end());
  server.listen(socketPathOf(dataDir));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const administration = await connectToHost(dataDir);
  await expect(administration.run('keys/list', {})).rejects.toThrow(/runs an older version/);
});

describe('sent to a silent host, the command', () => {
  it.each<[string, number, (administration: Administration) => Promise<unknown>]>([
    ['create', 30, (administration) => administration.run('keys/create', newKey)],
    ['list', 30, (administration) => administration.run('keys/list', {})],
    [
      'rotate',
      30,
      (administration) => administration.run('keys/rotate', { id: 'x', overlapDays: 7 }),
    ],
    ['revoke', 30, (administration) => administration.run('keys/revoke', { id: 'x' })],
    [
      'brand',
      30,
      (administration) => administration.run('clients/brand', { id: 'x', change: { accent: '' } }),
    ],
    ['check', 30, (administration) => administration.run('check', {})],
    ['import', 60, (administration) => administration.run('import', { path: '/x', account: null })],
  ])(
    '%s fails after exactly %i seconds, with a message that states the time',
    async (_, seconds, run) => {
      const administration = await connectToHost(await openSilentHost());
      const onFailure = vi.fn();
      const ended = run(administration).catch(onFailure);
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(onFailure).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await ended;
      const [[error] = []] = onFailure.mock.calls;
      expect(error).toBeInstanceOf(AdministrationError);
      expect(String(error)).toContain(`has not responded for ${seconds} s`);
      // A second later, no timer may be left.
      await vi.advanceTimersByTimeAsync(1_000);
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});

describe('sent to a host that is busy for an hour, the command', () => {
  /** Opens a host whose store blocks imports and changes to keys until `gate` resolves. */
  async function openSlowHost() {
    const dataDir = await createTemporaryFolder();
    const store = createMemoryStore();
    await importMeasurements(store, recordInput('clients.ndjson', [client]));
    const gate = Promise.withResolvers<void>();
    const slowStore: Store = {
      ...store,
      beginImport: () => gate.promise.then(() => store.beginImport()),
      putKeys: (...keys) => gate.promise.then(() => store.putKeys(...keys)),
    };
    const control = await startControl({ store: slowStore, dataDir });
    onTestFinished(() => control.close());
    const path = join(dataDir, 'week.ndjson');
    await writeFile(path, JSON.stringify(client));
    return { administration: await connectToHost(dataDir), gate, path };
  }

  it.each<[string, (administration: Administration, path: string) => Promise<unknown>]>([
    ['import', (administration, path) => administration.run('import', { path, account: null })],
    ['create', (administration) => administration.run('keys/create', newKey)],
  ])('%s waits, because the host keeps reporting that it is busy', async (_, run) => {
    const { administration, gate, path } = await openSlowHost();
    const outcome = run(administration, path);
    for (let seconds = 0; seconds < 3_600; seconds += 5) {
      await vi.advanceTimersByTimeAsync(5_000);
      // Once a later call has completed, everything that the host sent before has arrived.
      await administration.run('keys/list', {});
    }
    gate.resolve();
    await expect(outcome).resolves.toBeDefined();
    // Let the audit trail be written, which takes a second.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
