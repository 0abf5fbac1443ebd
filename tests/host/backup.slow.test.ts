import { cp, glob, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { notesScope } from '../../src/contract/scopes.ts';
import { call, createTemporaryFolder, sessionOf } from './harness.ts';
import { runCommand, startHostProcess } from './host-process.ts';

const uuid = (n: number) => `bacc0b00-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = uuid(2);
const at = '2026-01-01T10:00:00Z';
const records = [
  { type: 'client', id: uuid(1), name: 'Client', createdAt: at },
  { type: 'site', id: siteId, clientId: uuid(1), name: 'Site', createdAt: at },
  { type: 'brand', id: uuid(3), siteId, name: 'Brand', role: 'tracked' },
  { type: 'prompt', id: uuid(4), siteId, text: 'Prompt' },
  { type: 'recommendation', id: uuid(5), siteId, title: 'Recommendation' },
  {
    type: 'scan',
    id: uuid(6),
    siteId,
    status: 'completed',
    createdAt: at,
    completedAt: '2026-01-01T12:00:00Z',
  },
  {
    type: 'answer',
    scanId: uuid(6),
    promptId: uuid(4),
    platform: 'chatgpt_app',
    region: 'US',
    mentions: [{ brandId: uuid(3), sentiment: 62.5 }],
  },
];
const timeline = `${pathTo('timeline', { siteId })}?metric=sentiment`;
const notes = pathTo('notes', { siteId, recommendationId: uuid(5) });

/** Truncates every data file, as a failing disk might. */
async function damage(dataDir: string): Promise<void> {
  for await (const file of glob('clickhouse/store/*/*/*/data.bin', { cwd: dataDir })) {
    await truncate(join(dataDir, file), 8);
  }
}

it('a damaged data folder is refused, and its backup serves the same data, keys, notes and sessions', async () => {
  const folder = await createTemporaryFolder();
  const dataDir = join(folder, 'data');
  const file = join(folder, 'measurements.ndjson');
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  expect((await runCommand(dataDir, 'import', file)).code).toBe(0);
  const creationOutcome = await runCommand(
    dataDir,
    'keys',
    'create',
    '--name',
    'Kept',
    '--scope',
    notesScope,
  );
  const key = creationOutcome.out.trimEnd().split('\n').at(-1) ?? '';
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const addNote = (url: string, body: string) =>
    call(url, { method: 'POST', path: notes, headers, body: JSON.stringify({ body }) });

  const first = await startHostProcess(dataDir);
  onTestFinished(() => first.end('SIGKILL'));
  const before = await call(first.url, { path: timeline, headers });
  expect(before.status).toBe(200);
  expect(before.text).toContain('62.5');
  expect((await addNote(first.url, 'Before.')).status).toBe(201);
  const session = sessionOf(
    await call(first.url, {
      method: 'POST',
      path: '/session',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: key }),
    }),
  );
  await first.end('SIGTERM');

  const backup = join(folder, 'backup');
  await cp(dataDir, backup, { recursive: true });
  expect((await runCommand(backup, 'check')).code).toBe(0);
  await damage(dataDir);
  await expect(startHostProcess(dataDir)).rejects.toThrow(/The store is damaged: .*table \w+/);
  expect(await runCommand(dataDir, 'check')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^Damaged: table \w+/),
  });

  await rename(dataDir, join(folder, 'damaged'));
  await cp(backup, dataDir, { recursive: true });
  expect((await runCommand(dataDir, 'check')).code).toBe(0);
  const second = await startHostProcess(dataDir);
  onTestFinished(() => second.end('SIGKILL'));
  expect((await call(second.url, { path: timeline, headers })).text).toBe(before.text);
  // On loopback the cookie's name contains the port, which differs for the new host.
  const port = new URL(second.url).port;
  const cookie = session.cookie.replace(/\d+(?==)/, port);
  const sessionResponse = await call(second.url, {
    path: timeline,
    headers: { cookie, 'x-session': session.id },
  });
  expect(sessionResponse.text).toBe(before.text);
  const after: { data: { body: string }[] } = JSON.parse(
    (await addNote(second.url, 'After.')).text,
  );
  expect(after.data.map(({ body }) => body)).toEqual(['After.', 'Before.']);
});
