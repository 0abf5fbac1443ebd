import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ScanSettings } from '../../src/contract/sightline/scans.ts';
import { spawnStubPlatforms } from '../platforms/stub-server.ts';
import { commandOf, launch, waitForExit } from '../setup/launch.ts';
import { createTemporaryFolder } from './harness.ts';
import { runCommand, startHostProcess } from './host-process.ts';

const account = '5b000000-0000-4000-8000-000000000001';
const site = '5b000000-0000-4000-8000-000000000003';
const createdAt = '2026-10-01T09:00:00Z';
const collection: ScanSettings = {
  platforms: ['chatgpt_api', 'claude_api'],
  regions: ['DE'],
  runs: 1,
  schedule: null,
  scanCeilingUsd: 5,
  monthCeilingUsd: 10,
};
const keys = { OPENAI_API_KEY: 'secret-of-openai', ANTHROPIC_API_KEY: 'secret-of-anthropic' };

/** Imports a site with two questions, whose platforms are stubs. */
async function openSite(settings: Partial<ScanSettings> = {}) {
  const stubs = await spawnStubPlatforms();
  onTestFinished(() => stubs.stop());
  const environment = {
    ...keys,
    SCAN_BUDGET: '20',
    OPENAI_BASE_URL: stubs.baseUrlOf('chatgpt_api'),
    ANTHROPIC_BASE_URL: stubs.baseUrlOf('claude_api'),
  };
  const dataDir = await createTemporaryFolder();
  const file = join(dataDir, 'site.ndjson');
  const records = [
    { type: 'account', id: account, name: 'Oakwell', kind: 'business' },
    {
      ...{ type: 'site', id: site, accountId: account, name: 'Shop', createdAt },
      collection: { ...collection, ...settings },
    },
    ...['4', '5'].map((digit) => ({
      type: 'prompt',
      id: `5b000000-0000-4000-8000-00000000000${digit}`,
      siteId: site,
      text: `Which oak tables last longest, ${digit}?`,
    })),
  ];
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  expect(await runCommand(dataDir, 'import', file)).toMatchObject({ code: 0 });
  const launchScan = (...args: readonly string[]) =>
    launch(
      { ...environment, DATA_DIR: dataDir, SAMPLE: 'off' },
      commandOf('commands/scan.ts', '--site', site, ...args),
    );
  const runScan = (...args: readonly string[]) => waitForExit(launchScan(...args));
  return { dataDir, environment, stubs, launchScan, runScan };
}

it('a scan asks every question, with or without a running host, and shows no key', async () => {
  const { dataDir, environment, stubs, runScan } = await openSite();
  expect(await runScan('--estimate')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^4 questions, estimated at \$\d+\.\d\d\n$/),
  });
  const scan = async () => {
    const { code, out, err } = await runScan();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('4 of 4 answers');
    expect(out.trimEnd().split('\n').at(-1)).toBe('The scan completed.');
    return out;
  };
  const alone = await scan();
  const host = await startHostProcess(dataDir, 'off', environment);
  onTestFinished(() => host.end('SIGKILL'));
  const hosted = await scan();
  const metrics = await (await fetch(`${host.url}/metrics`)).text();
  expect(metrics).toContain(
    'sightline_scan_questions_total{platform="claude_api",outcome="answered"} 2',
  );
  const { out } = await runCommand(dataDir, 'audit');
  for (const text of [alone, hosted, metrics, out])
    for (const key of Object.values(keys)) expect(text).not.toContain(key);
  expect((await stubs.questions()).map(({ asked }) => asked)).toEqual(Array(8).fill(1));
});

it('a command that is stopped waits for the questions in flight', async () => {
  const { stubs, launchScan } = await openSite();
  await stubs.misbehave({ behaviour: { kind: 'hold' } });
  const command = launchScan();
  const exited = waitForExit(command);
  await vi.waitUntil(async () => (await stubs.questions()).length === 4, { timeout: 60_000 });
  command.kill('SIGINT');
  await once(command.stderr, 'data');
  await stubs.release();
  expect(await exited).toMatchObject({ code: 1, err: expect.stringMatching(/^Stopped\./) });
  expect((await stubs.questions()).map(({ answered }) => answered)).toEqual(Array(4).fill(1));
});

it('a scan that measures nothing ends with the status 2 and says why', async () => {
  const { stubs, runScan } = await openSite();
  await stubs.misbehave({ behaviour: { kind: 'status', status: 401 } });
  const { code, out } = await runScan();
  expect([code, out]).toEqual([2, expect.stringContaining('The scan failed.\n')]);
  expect(out).toContain('OPENAI_API_KEY');
});

it('a scan without a ceiling is refused with the status 1, and nothing is asked', async () => {
  const { stubs, runScan } = await openSite({ monthCeilingUsd: null });
  expect(await runScan()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('ceiling'),
  });
  expect(await stubs.questions()).toEqual([]);
});
