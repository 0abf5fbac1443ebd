import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { call, createTemporaryFolder } from './harness.ts';
import { runCommand, startHostProcess } from './host-process.ts';

const account = '5b000000-0000-4000-8000-000000000001';
const client = '5b000000-0000-4000-8000-000000000002';
const site = '5b000000-0000-4000-8000-000000000003';
const createdAt = '2026-10-01T09:00:00Z';
const records = [
  { type: 'account', id: account, name: 'Harbour Agency', kind: 'agency' },
  { type: 'client', id: client, name: 'Oakwell', industry: 'Furniture', createdAt },
  { type: 'site', id: site, clientId: client, name: 'Shop', createdAt },
];
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>';
const columnsOf = (line = '') => line.trimEnd().split(/ {2,}/);

it('branding can be set with or without a running host, survives a repeated import, can be cleared, and is audited', async () => {
  const dataDir = await createTemporaryFolder();
  const run = async (
    ...args: Parameters<typeof runCommand> extends [string, ...infer R] ? R : never
  ) => {
    const { code, out, err } = await runCommand(dataDir, ...args);
    expect([code, err]).toEqual([0, '']);
    return out;
  };
  const file = join(dataDir, 'oakwell.ndjson');
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  const logo = join(dataDir, 'logo.svg');
  await writeFile(logo, svg);
  const brandClient = (...args: readonly string[]) =>
    run('clients', 'brand', '--client', client, ...args);
  await runCommand(dataDir, 'import', file);
  const key = (await run('keys', 'create', '--name', 'k')).trimEnd().split('\n').at(-1) ?? '';

  await brandClient('--logo', logo, '--accent', '#7A4B2A');
  const host = await startHostProcess(dataDir);
  onTestFinished(() => host.end('SIGKILL'));
  const requestBranding = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const { text } = await call(host.url, { path: `/sightline/v1/sites/${site}`, headers });
    return JSON.parse(text).branding;
  };
  const logoUrl = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const storedBranding = { logo: logoUrl, accent: '#7a4b2a', reportName: null };
  expect(await requestBranding()).toEqual(storedBranding);

  expect(columnsOf(await brandClient('--report-name', 'Oakwell Homes'))).toEqual([
    client,
    'Oakwell',
    'Harbour Agency',
    'yes',
    '#7a4b2a',
    'Oakwell Homes',
  ]);
  await runCommand(dataDir, 'import', file);
  expect(await requestBranding()).toEqual({ ...storedBranding, reportName: 'Oakwell Homes' });

  await brandClient('--clear', '--report-name', 'Oakwell');
  expect(await requestBranding()).toEqual({ reportName: 'Oakwell', logo: null, accent: null });
  expect(columnsOf(await run('clients', 'list'))).toEqual([
    client,
    'Oakwell',
    'Harbour Agency',
    '–',
    '–',
    'Oakwell',
  ]);
  const trail = await run('audit', '--client', client, '--json');
  const lines = trail.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).detail)).toEqual([
    'logo, accent',
    'reportName',
    'logo, accent, reportName',
  ]);
});

it('branding is refused if the logo contains a script or the client does not exist', async () => {
  const dataDir = await createTemporaryFolder();
  const logo = join(dataDir, 'logo.svg');
  await writeFile(logo, svg.replace('<circle', '<script/><circle'));
  const refusedOutcome = await runCommand(
    dataDir,
    'clients',
    'brand',
    '--client',
    client,
    '--logo',
    logo,
  );
  expect(refusedOutcome.code).toBe(1);
  expect(refusedOutcome.err).toContain('--logo contains an element that is not allowed: "script".');
  const absentOutcome = await runCommand(
    dataDir,
    'clients',
    'brand',
    '--client',
    client,
    '--clear',
  );
  expect(absentOutcome).toMatchObject({ code: 1, err: `No client has the ID ${client}.\n` });
  expect((await runCommand(dataDir, 'clients', 'list')).out).toBe('No clients yet.\n');
});
