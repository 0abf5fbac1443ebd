import { globSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { waitOptions } from '../setup/wait-options.ts';
import { call, createTemporaryFolder } from './harness.ts';
import { importAccount, runCommand, startHostProcess } from './host-process.ts';

it('a host returns 503 once its store is damaged, and names the damage at /healthz and once in its log', async () => {
  const dataDir = await createTemporaryFolder();
  await importAccount(dataDir);
  const creation = await runCommand(dataDir, 'keys', 'create', '--name', 'Before');
  const key = creation.out.trimEnd().split('\n').at(-1) ?? '';
  const host = await startHostProcess(dataDir);
  const requestHealth = async () => {
    const { status, text } = await call(host.url, { path: '/healthz' });
    return { status, problem: JSON.parse(text) };
  };
  expect((await requestHealth()).status).toBe(200);
  // The host checks its store every minute; the command below makes it check now.
  for (const file of globSync('clickhouse/store/*/*/*/data.bin', { cwd: dataDir })) {
    truncateSync(join(dataDir, file), 8);
  }
  expect(await runCommand(dataDir, 'check')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^Damaged: .*table \w+/),
  });
  expect((await runCommand(dataDir, 'keys', 'list')).err).toMatch(/^The store is damaged: /);
  await vi.waitFor(async () => {
    expect((await requestHealth()).status).toBe(503);
  }, waitOptions);
  const { problem } = await requestHealth();
  expect(problem.detail).toMatch(/^The store is damaged: .*table \w+.*restore a backup/);
  const headers = { authorization: `Bearer ${key}` };
  expect((await call(host.url, { path: '/v1/clients', headers })).status).toBe(503);
  await host.end('SIGTERM');
  const { output } = await host.waitForExit();
  expect(output.match(/"route":"store"/g)).toHaveLength(1);
  expect(output).toContain('The store is damaged: ');
  expect(output).toContain('"msg":"the store is damaged: nothing is served until it is restored"');
});
