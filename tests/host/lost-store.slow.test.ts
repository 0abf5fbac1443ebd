import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareFolder } from '../setup/prepared-folder.ts';
import { importAccount, runCommand, startHostProcess } from './host-process.ts';

/** Copies a data folder that a host has used, with an account. */
const copyUsedFolder = prepareFolder(async (dataDir) => {
  const host = await startHostProcess(dataDir);
  await importAccount(dataDir);
  await host.end('SIGTERM');
});

const remove = (dataDir: string, patterns: readonly string[]) =>
  Promise.all(
    globSync([...patterns], { cwd: dataDir }).map((path) =>
      rm(join(dataDir, path), { recursive: true, force: true }),
    ),
  );

describe('a store that has lost its tables and its mark together', () => {
  it.each([
    ['the session key is left', ['clickhouse', 'store.json'], 'session-secret'],
    [
      'the definitions of its tables are left too',
      ['clickhouse/store/*/*/*_*_*_*', 'store.json'],
      'session-secret and definitions of tables in clickhouse',
    ],
  ])('is not taken for a new one if %s', async (_, lost, left) => {
    const dataDir = await copyUsedFolder();
    await remove(dataDir, lost);
    const message = `where an earlier store has left ${left}. Restore a backup (docs/deploy.md). To begin again with an empty store, remove what is left.`;
    expect((await runCommand(dataDir, 'keys', 'list')).err).toContain(message);
    await expect(startHostProcess(dataDir)).rejects.toThrow(message);
    // What the message says to do makes it a first start.
    await remove(dataDir, ['*']);
    await (await startHostProcess(dataDir)).end('SIGTERM');
  });
});

it('a first start that was interrupted after its first file is continued', async () => {
  const dataDir = await copyUsedFolder();
  await remove(dataDir, ['clickhouse']);
  await writeFile(join(dataDir, 'store.json'), '{"version":0,"journalEntries":0}\n');
  await (await startHostProcess(dataDir)).end('SIGTERM');
});

it('a damaged definition of a table is named before anything else is printed', async () => {
  const dataDir = await copyUsedFolder();
  const [definition = ''] = globSync('clickhouse/store/*/*/keys.sql', { cwd: dataDir });
  const path = join(dataDir, definition);
  await writeFile(path, (await readFile(path, 'utf8')).replace('ENGINE', 'ENGINA'));
  const sentence = 'The store is damaged: the definition of table keys cannot be read.';
  expect((await runCommand(dataDir, 'check')).err.startsWith(sentence)).toBe(true);
  await expect(startHostProcess(dataDir)).rejects.toThrow(`The host exited with 1: ${sentence}`);
});
