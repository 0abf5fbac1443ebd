import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { commandOf, launch } from '../setup/launch.ts';
import { prepareFolder } from '../setup/prepared-folder.ts';
import { createTemporaryFolder } from './harness.ts';
import { importAccount, runCommand } from './host-process.ts';

it.each([
  'audit',
  'check',
  'clients',
  'export',
  'import',
  'keys',
  'remove',
  'report',
  'shares',
] as const)(
  '%s starts as a process, prints its usage, and refuses an unknown option with exit code 1',
  async (command) => {
    const dataDir = join(await createTemporaryFolder(), 'data');
    expect(await runCommand(dataDir, command, '--help')).toEqual({
      code: 0,
      out: expect.stringContaining(`npm run ${command}`),
      err: '',
    });
    const refused = await runCommand(dataDir, command, '--no-such-option');
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(`For help: npm run ${command} -- --help`);
    expect(existsSync(dataDir)).toBe(false);
  },
);

const copyFolder = prepareFolder(importAccount);

it.each([['audit'], ['check'], ['clients', 'list'], ['keys', 'list'], ['shares', 'list']] as const)(
  '%s ends quietly if nothing reads its output',
  async (command, ...args) => {
    const dataDir = await copyFolder();
    const child = launch({ DATA_DIR: dataDir }, commandOf(`commands/${command}.ts`, ...args));
    child.stdout.destroy();
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([errors, child.exitCode, child.signalCode]).toEqual(['', 0, null]);
  },
);
