import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from './harness.ts';
import { runCommand, startHostProcess } from './host-process.ts';

const account = '5b000000-0000-4000-8000-000000000001';
const site = '5b000000-0000-4000-8000-000000000003';
const records = [
  { type: 'account', id: account, name: 'Oakwell', kind: 'business' },
  { type: 'site', id: site, accountId: account, name: 'Shop', createdAt: '2026-10-01T09:00:00Z' },
];

it('an export has the same content with or without a running host', async () => {
  const dataDir = await createTemporaryFolder();
  const folder = await createTemporaryFolder();
  const file = join(folder, 'oakwell.ndjson');
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  await runCommand(dataDir, 'import', file);
  const [alone, hosted] = [join(folder, 'alone.ndjson'), join(folder, 'hosted.ndjson')];
  expect(await runCommand(dataDir, 'export', '--site', site, alone)).toEqual({
    code: 0,
    out: `Exported 1 account, 1 site.\n${alone}\n`,
    err: '',
  });

  const host = await startHostProcess(dataDir);
  onTestFinished(() => host.end('SIGKILL'));
  expect(await runCommand(dataDir, 'export', '--site', site, hosted)).toMatchObject({ code: 0 });
  expect(await readFile(hosted, 'utf8')).toBe(await readFile(alone, 'utf8'));
  const refused = await runCommand(dataDir, 'export', '--site', site, hosted);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain(`${hosted} already exists.`);

  const { out } = await runCommand(dataDir, 'audit', '--json');
  const actions = out.trimEnd().split('\n');
  expect(actions.map((line) => JSON.parse(line).action)).toEqual([
    'imported',
    'exported',
    'exported',
  ]);
  expect((await readdir(folder)).toSorted()).toEqual([
    'alone.ndjson',
    'hosted.ndjson',
    'oakwell.ndjson',
  ]);
});
