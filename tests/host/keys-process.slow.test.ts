import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { prepareFolder } from '../setup/prepared-folder.ts';
import { waitOptions } from '../setup/wait-options.ts';
import { call, createTemporaryFolder, sessionOf } from './harness.ts';
import { importAccount, runCommand, startHostProcess } from './host-process.ts';

const columnsOf = (line = '') => line.split(/ {2,}/);

const copyFolder = prepareFolder(importAccount);

it('a key works until it is revoked, and is listed with its last use', async () => {
  const dataDir = await copyFolder();
  const runKeys = async (...args: string[]) => {
    const { code, out, err } = await runCommand(dataDir, 'keys', ...args);
    expect([code, err]).toEqual([0, '']);
    return out.trimEnd().split('\n');
  };
  const firstHost = await startHostProcess(dataDir);
  onTestFinished(() => firstHost.end('SIGKILL'));
  const created = await runKeys('create', '--name', 'Reports');
  const id = created[0]?.split(' ')[0] ?? '';
  const key = created.at(-1) ?? '';
  expect(columnsOf(created[0]).at(-1)).toBe('never');

  const signIn = await call(firstHost.url, {
    method: 'POST',
    path: '/session',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: key }),
  });
  const { cookie, id: sessionId } = sessionOf(signIn);
  const credentials = [{ authorization: `Bearer ${key}` }, { cookie, 'x-session': sessionId }];
  const requestStatuses = (url: string) =>
    Promise.all(
      credentials.map(
        async (headers) => (await call(url, { path: '/v1/clients', headers })).status,
      ),
    );
  expect(await requestStatuses(firstHost.url)).toEqual([200, 200]);
  const dayPattern = /\d{4}-\d\d-\d\d/.source;
  const stoppedPattern = `It stopped working at ${dayPattern}T\\d\\d:\\d\\d:\\d\\dZ\\.$`;
  const keyPattern = `"Reports" \\(${id}\\)`;
  expect((await runKeys('revoke', key.slice(0, 9)))[0]).toMatch(
    new RegExp(`^Revoked key ${keyPattern}\\. ${stoppedPattern}`),
  );
  expect(await requestStatuses(firstHost.url)).toEqual([401, 401]);
  expect((await runKeys('revoke', id))[0]).toMatch(
    new RegExp(`^Key ${keyPattern} was already revoked\\. ${stoppedPattern}`),
  );
  expect(await runKeys('end-sessions', id)).toEqual([
    `Ended all sessions of key "Reports" (${id}). This does not revoke the key.`,
  ]);
  expect(await runKeys('end-sessions', '--all')).toEqual([
    'There are no active keys, so there are no sessions to end.',
  ]);

  // A clean stop saves when each key was last used. With no host running, the command opens the store itself.
  await firstHost.end('SIGTERM');
  const [listedLine] = await runKeys('list');
  expect(columnsOf(listedLine)).toEqual([
    id,
    key.slice(0, 9),
    'Reports',
    'account Harbour Agency',
    'read-only',
    expect.stringMatching(new RegExp(`^revoked ${dayPattern}$`)),
    expect.stringMatching(new RegExp(`^${dayPattern}T\\d\\d:\\d\\dZ$`)),
  ]);
  expect(listedLine).not.toContain(key);

  const secondHost = await startHostProcess(dataDir);
  onTestFinished(() => secondHost.end('SIGKILL'));
  expect((await requestStatuses(secondHost.url))[0]).toBe(401);
});

it('a new key is printed on the last line, after its expiry date, and can be rotated', async () => {
  const dataDir = await copyFolder();
  const runKeys = async (...args: string[]) => {
    const { code, out, err } = await runCommand(dataDir, 'keys', ...args);
    return { code, err, lines: out.trimEnd().split('\n') };
  };
  const scope = 'recommendations:create';
  const created = await runKeys(
    'create',
    '--name',
    'Dated',
    '--expires',
    '2099-01-31',
    '--scope',
    scope,
  );
  expect(created.lines.at(-1)).toMatch(/^sl_[\w-]{48}$/);
  expect(created.lines).toContain('The key works through the end of 2099-01-31 in UTC.');
  const id = created.lines[0]?.split(' ')[0] ?? '';

  const rotated = await runKeys('rotate', id, '--overlap', '0', '--days', '90');
  expect(rotated.lines.at(-1)).toMatch(/^sl_[\w-]{48}$/);
  expect(rotated.lines.at(-1)).not.toBe(created.lines.at(-1));
  const ended = await runKeys('end-sessions', '--all');
  expect(ended.lines).toEqual([
    'Ended the sessions of the only active key. This does not revoke any key.',
  ]);
  const { lines } = await runKeys('list');
  expect(lines).toHaveLength(2);
  const columns = lines.map(columnsOf);
  for (const line of columns) {
    expect(line.slice(2, 5)).toEqual(['Dated', 'account Harbour Agency', scope]);
  }
  expect(columns.map(([keyId, , , , , status]) => [keyId, status])).toEqual([
    [id, expect.stringMatching(/^revoked /)],
    [columnsOf(rotated.lines[0]?.replace('New: ', ''))[0], expect.stringMatching(/^expires 20/)],
  ]);
});

it('a key without notes is listed as such, also after a rotation, and recorded in the audit trail', async () => {
  const dataDir = await copyFolder();
  const run = async (command: 'keys' | 'audit', ...args: string[]) => {
    const { code, out, err } = await runCommand(dataDir, command, ...args);
    expect([code, err]).toEqual([0, '']);
    return out.trimEnd().split('\n');
  };
  const created = await run('keys', 'create', '--name', 'Client', '--no-notes');
  const id = created[0]?.split(' ')[0] ?? '';
  await run('keys', 'rotate', id);
  const listed = await run('keys', 'list');
  expect(listed.map((line) => columnsOf(line)[4])).toEqual(Array(2).fill('read-only,no-notes'));
  const records = (await run('audit', '--json')).map((line) => JSON.parse(line));
  const details = records
    .filter(({ action }) => action === 'key created')
    .map(({ detail }) => detail);
  expect(details.sort()).toEqual(['no notes', `replaces ${id}, no notes`]);
});

it('a key without a new account can be created only after an import, and gives access to the clients of every imported file', async () => {
  const dataDir = await createTemporaryFolder();
  const create = () => runCommand(dataDir, 'keys', 'create', '--name', 'Early');
  expect(await create()).toEqual({
    code: 1,
    out: '',
    err: 'There is no account yet. Create one together with the key (--new-account NAME), or import your data first (npm run import -- FILE). The format is in docs/import.md.\n',
  });
  for (const n of [1, 2]) {
    const id = `5b000000-0000-4000-8000-00000000000${n}`;
    const client = { type: 'client', id, name: `Client ${n}`, createdAt: '2026-01-01T00:00:00Z' };
    const file = join(dataDir, `week-${n}.ndjson`);
    await writeFile(file, JSON.stringify(client));
    expect((await runCommand(dataDir, 'import', file)).code).toBe(0);
  }
  const created = await create();
  expect(created).toMatchObject({ code: 0, err: '' });
  const host = await startHostProcess(dataDir);
  onTestFinished(() => host.end('SIGKILL'));
  const authorization = `Bearer ${created.out.trimEnd().split('\n').at(-1)}`;
  const clients = await call(host.url, { path: '/v1/clients', headers: { authorization } });
  expect(JSON.parse(clients.text).data).toHaveLength(2);
});

it.each([
  ['in an empty store', 'off'],
  ['beside sample data, while the host runs', 'auto'],
] as const)('a key for a new account can create its first client, %s', async (_, sample) => {
  const dataDir = await createTemporaryFolder();
  const create = () =>
    runCommand(
      dataDir,
      ...(['keys', 'create', '--name', 'Set-up', '--new-account', 'Harbour Agency'] as const),
      ...['--scope', 'setup:write'],
    );
  const createdBefore = sample === 'off' ? await create() : null;
  const host = await startHostProcess(dataDir, sample);
  onTestFinished(() => host.end('SIGKILL'));
  const created = createdBefore ?? (await create());
  expect([created.code, created.err]).toEqual([0, '']);
  expect(created.out).toContain('account Harbour Agency');

  const key = created.out.trimEnd().split('\n').at(-1);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Oakwell' });
  const request = { method: 'POST', path: '/sightline/v1/clients', headers, body };
  // 202 if the host is still tidying its store.
  expect([201, 202]).toContain((await call(host.url, request)).status);
  await vi.waitFor(async () => {
    const clients = await call(host.url, { path: '/v1/clients', headers });
    expect(JSON.parse(clients.text).data).toMatchObject([{ name: 'Oakwell' }]);
  }, waitOptions);
});
