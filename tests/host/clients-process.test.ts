import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { call, temporaryFolder } from './harness.ts';
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

it('branding can be set with or without a running host, survives another import of its client, and can be cleared', async () => {
  const dataDir = await temporaryFolder();
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
  const brand = (...args: readonly string[]) =>
    run('clients', 'brand', '--client', client, ...args);
  await runCommand(dataDir, 'import', file);
  const key = (await run('keys', 'create', '--name', 'k')).trimEnd().split('\n').at(-1) ?? '';

  await brand('--logo', logo, '--accent', '#7A4B2A');
  const host = await startHostProcess(dataDir);
  onTestFinished(() => host.end('SIGKILL'));
  const branding = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const { text } = await call(host.url, { path: `/sightline/v1/sites/${site}`, headers });
    return JSON.parse(text).branding;
  };
  const logoUrl = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const stored = { logo: logoUrl, accent: '#7a4b2a', reportName: null };
  expect(await branding()).toEqual(stored);

  expect(columnsOf(await brand('--report-name', 'Oakwell Homes'))).toEqual([
    ...[client, 'Oakwell', 'Harbour Agency', 'yes', '#7a4b2a', 'Oakwell Homes'],
  ]);
  await runCommand(dataDir, 'import', file);
  expect(await branding()).toEqual({ ...stored, reportName: 'Oakwell Homes' });

  await brand('--clear', '--report-name', 'Oakwell');
  expect(await branding()).toEqual({ reportName: 'Oakwell', logo: null, accent: null });
  expect(columnsOf(await run('clients', 'list'))).toEqual([
    ...[client, 'Oakwell', 'Harbour Agency', '–', '–', 'Oakwell'],
  ]);
  const trail = await run('audit', '--client', client, '--json');
  const lines = trail.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).detail)).toEqual([
    ...['logo, accent', 'reportName', 'logo, accent, reportName'],
  ]);
});

it('a logo with a script and a client that does not exist are refused', async () => {
  const dataDir = await temporaryFolder();
  const logo = join(dataDir, 'logo.svg');
  await writeFile(logo, svg.replace('<circle', '<script/><circle'));
  const refused = await runCommand(dataDir, 'clients', 'brand', '--client', client, '--logo', logo);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('--logo contains the element "script", which is not allowed.');
  const absent = await runCommand(dataDir, 'clients', 'brand', '--client', client, '--clear');
  expect(absent).toMatchObject({ code: 1, err: `No client has the ID ${client}.\n` });
  expect((await runCommand(dataDir, 'clients', 'list')).out).toBe('No clients yet.\n');
});
