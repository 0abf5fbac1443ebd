import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from './harness.ts';
import { runCommand } from './host-process.ts';

it.each(['audit', 'check', 'clients', 'import', 'keys', 'report', 'shares'] as const)(
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
