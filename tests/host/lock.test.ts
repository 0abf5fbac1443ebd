import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from './harness.ts';
import { runCommand, startHostProcess } from './host-process.ts';

it('a killed host’s lock file keeps nobody out, whatever process has its number now', async () => {
  const dataDir = await temporaryFolder();
  const first = await startHostProcess(dataDir);
  await first.end('SIGKILL');
  const lock = join(dataDir, 'clickhouse', 'status');
  const left = await readFile(lock, 'utf8');
  expect(left).toMatch(/^PID: \d+$/m);
  // This test's own process is alive, and has nothing to do with the folder.
  await writeFile(lock, left.replace(/^PID: \d+$/m, `PID: ${process.pid}`));
  const second = await startHostProcess(dataDir);
  await second.end('SIGTERM');
});

it('a second host on a folder names the process that holds it', async () => {
  const dataDir = await temporaryFolder();
  const first = await startHostProcess(dataDir);
  onTestFinished(() => first.end('SIGKILL'));
  await expect(startHostProcess(dataDir)).rejects.toThrow(
    /is in use by process \d+ \(npm start\)\. Stop that process/,
  );
});

it('a folder is checked through the host that holds it, and without one', async () => {
  const dataDir = await temporaryFolder();
  const host = await startHostProcess(dataDir);
  const through = await runCommand(dataDir, 'check');
  await host.end('SIGTERM');
  const alone = await runCommand(dataDir, 'check');
  expect(through).toEqual({ code: 0, out: expect.stringContaining('No damage found'), err: '' });
  expect(alone).toEqual(through);
  const named = await runCommand(dataDir, 'check', 'another-folder');
  expect(named).toMatchObject({ code: 1, err: expect.stringContaining('takes no arguments') });
});
