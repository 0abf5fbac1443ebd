import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addDays, utcDay } from '../../src/contract/dates/days.ts';
import { commandOf, launch, waitForExit } from '../setup/launch.ts';
import { createTemporaryFolder } from './harness.ts';
import { runCommand, startHostProcess } from './host-process.ts';

const sampleSite = '5a3b1e00-517e-4000-8000-000000001001';

it('a report is the same with or without a running host, --only-if-moved writes it only if something moved, and PUBLIC_URL links it to the live page', async () => {
  const dataDir = await createTemporaryFolder();
  const out = join(await createTemporaryFolder(), 'reports');
  const runReport = (...args: string[]) =>
    runCommand(dataDir, 'report', '--site', sampleSite, '--out', out, '--no-pdf', ...args);
  // Ranges such as the last 30 days would change at midnight.
  const today = utcDay(Date.now());
  const lastMonth = `startDate=${addDays(today, -29)}&endDate=${today}&compare=previous&zone=UTC`;
  const host = await startHostProcess(dataDir, 'auto');
  onTestFinished(() => host.end('SIGKILL'));

  const day = addDays(today, -1);
  // A single day has too few scans for a verdict.
  const quietOutcome = await runReport(
    '--only-if-moved',
    '--question',
    `startDate=${day}&endDate=${day}`,
  );
  expect([quietOutcome.code, quietOutcome.out]).toEqual([3, '']);
  expect(quietOutcome.err).toBe(
    'There are too few scans to tell what moved. No report was written.\n',
  );
  expect(await readdir(out)).toEqual([]);

  const uncomparedOutcome = await runReport(
    '--only-if-moved',
    '--question',
    'range=30d&compare=none',
  );
  expect([uncomparedOutcome.code, uncomparedOutcome.err]).toEqual([
    1,
    '--only-if-moved needs a comparison. Add one to --question, such as compare=previous.\n',
  ]);
  expect(await readdir(out)).toEqual([]);

  const movedOutcome = await runReport('--only-if-moved', '--question', lastMonth);
  expect([movedOutcome.code, movedOutcome.err]).toEqual([0, '']);
  const [fileName = ''] = await readdir(out);
  expect(movedOutcome.out).toBe(`${join(out, fileName)}\n`);
  const htmlWithHost = await readFile(join(out, fileName), 'utf8');
  expect(htmlWithHost).toContain('Sample data: everything here is invented.');

  const invalidOutcome = await runReport('--question', 'range=30x');
  expect([invalidOutcome.code, invalidOutcome.err]).toEqual([
    1,
    '--question: Parameters with invalid values: range.\n',
  ]);
  expect(await readdir(out)).toEqual([fileName]);

  await host.end('SIGTERM');
  const outcomeWithoutHost = await runReport('--question', lastMonth);
  expect([outcomeWithoutHost.code, outcomeWithoutHost.err]).toEqual([0, '']);
  const withoutTime = (html: string) => html.replace(/<dt>Created<\/dt><dd>[^<]*/, '');
  expect(withoutTime(await readFile(join(out, fileName), 'utf8'))).toBe(withoutTime(htmlWithHost));

  const publicUrl = 'https://reports.example.com';
  expect(htmlWithHost).not.toContain(publicUrl);
  const command = ['commands/report.ts', '--site', sampleSite, '--out', out, '--no-pdf'] as const;
  const environment = { DATA_DIR: dataDir, SAMPLE: 'off', PUBLIC_URL: publicUrl };
  const linkedOutcome = await waitForExit(
    launch(environment, commandOf(...command, '--question', lastMonth)),
  );
  expect(linkedOutcome.code).toBe(0);
  expect(await readFile(join(out, fileName), 'utf8')).toContain(`${publicUrl}/sites/${sampleSite}`);
});
