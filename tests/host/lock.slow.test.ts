import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unpackStore } from '../store/fixture.ts';
import { createTemporaryFolder } from './harness.ts';
import { runCommand, startHostProcess } from './host-process.ts';

it('the lock file of a killed host does not block a start, even if its process ID is in use again', async () => {
  const dataDir = await createTemporaryFolder();
  const first = await startHostProcess(dataDir);
  await first.end('SIGKILL');
  const lock = join(dataDir, 'clickhouse', 'status');
  const text = await readFile(lock, 'utf8');
  expect(text).toMatch(/^PID: \d+$/m);
  // The ID of the test's own process, which is alive and unrelated.
  await writeFile(lock, text.replace(/^PID: \d+$/m, `PID: ${process.pid}`));
  const second = await startHostProcess(dataDir);
  await second.end('SIGTERM');
});

it('a second host on the same folder does not start, and its error names the process that uses the folder', async () => {
  const dataDir = await createTemporaryFolder();
  const first = await startHostProcess(dataDir);
  onTestFinished(() => first.end('SIGKILL'));
  await expect(startHostProcess(dataDir)).rejects.toThrow(
    /is in use by process \d+ \(npm start\)\. Stop that process/,
  );
});

it('the check of an older store says how to update the store, so that its rows can be compared', async () => {
  const { dataDir } = await unpackStore(1);
  const { code, out } = await runCommand(dataDir, 'check');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^No damage found: files match their checksums\.\nStart the host to update the store, then check again to compare its rows\./,
  );
});

it('the check gives the same result with or without a running host, and takes no arguments', async () => {
  const dataDir = await createTemporaryFolder();
  const host = await startHostProcess(dataDir);
  const outcomeWithHost = await runCommand(dataDir, 'check');
  await host.end('SIGTERM');
  const outcomeWithoutHost = await runCommand(dataDir, 'check');
  expect(outcomeWithHost).toEqual({
    code: 0,
    out: expect.stringContaining(
      'No damage found: files match their checksums, row counts match the journal and tallies match the answers.\n',
    ),
    err: '',
  });
  expect(outcomeWithoutHost).toEqual(outcomeWithHost);
  const withArgument = await runCommand(dataDir, 'check', 'another-folder');
  expect(withArgument).toMatchObject({
    code: 1,
    err: expect.stringContaining('takes no arguments'),
  });
});
