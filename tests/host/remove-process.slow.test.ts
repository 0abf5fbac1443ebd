import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { call, createTemporaryFolder } from './harness.ts';
import { runCommand, startHostProcess } from './host-process.ts';

const createdAt = '2026-10-01T09:00:00Z';
const account = '5b000000-0000-4000-8000-000000000001';
const client = '5b000000-0000-4000-8000-000000000002';
const sites = ['5b000000-0000-4000-8000-000000000003', '5b000000-0000-4000-8000-000000000004'];
const records = [
  { type: 'account', id: account, name: 'Harbour Agency', kind: 'agency' },
  { type: 'client', id: client, name: 'Oakwell', createdAt },
  ...sites.map((id, n) => ({ type: 'site', id, clientId: client, name: `Shop ${n}`, createdAt })),
];

it('a site, client and account can be removed with or without a running host', async () => {
  const dataDir = await createTemporaryFolder();
  const file = join(dataDir, 'oakwell.ndjson');
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  await runCommand(dataDir, 'import', file);
  const created = await runCommand(dataDir, 'keys', 'create', '--name', 'k');
  const key = created.out.trimEnd().split('\n').at(-1) ?? '';
  const [first = '', second = ''] = sites;
  const reminder = 'Backups keep the data until you delete them.\n';

  expect(await runCommand(dataDir, 'remove', 'site', first.toUpperCase(), '--yes')).toEqual({
    code: 0,
    out: `Removed the site ${first} with 0 scans, 0 answers.\n${reminder}`,
    err: '',
  });
  const host = await startHostProcess(dataDir);
  onTestFinished(() => host.end('SIGKILL'));
  const readStatus = async (path: string) =>
    (await call(host.url, { path, headers: { authorization: `Bearer ${key}` } })).status;
  const statuses = async () => [
    await readStatus(`/sightline/v1/sites/${first}`),
    await readStatus(`/sightline/v1/sites/${second}`),
  ];
  expect(await statuses()).toEqual([404, 200]);

  const unconfirmed = await runCommand(dataDir, 'remove', 'client', client);
  expect(unconfirmed).toMatchObject({ code: 1, out: '' });
  expect(unconfirmed.err).toContain('there is no terminal to ask for confirmation');
  expect(await statuses()).toEqual([404, 200]);

  const removedClient = await runCommand(dataDir, 'remove', 'client', client, '--yes');
  expect(removedClient.out).toBe(
    `Removed the client ${client} with 1 site, 0 scans, 0 answers.\n${reminder}`,
  );
  expect(await statuses()).toEqual([404, 404]);

  const removedAccount = await runCommand(dataDir, 'remove', 'account', account, '--yes');
  expect(removedAccount.out).toBe(
    `Removed the account ${account} with 0 clients, 0 sites, 0 scans, 0 answers.\nIts keys, links and feeds were revoked (1).\n${reminder}`,
  );
  expect(await readStatus('/v1/clients')).toBe(401);
});
