import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { ClientPage, SitePage } from '../../src/contract/portfolio.ts';
import { TimelineReport } from '../../src/contract/resources.ts';
import { call, createTemporaryFolder, sessionOf } from './harness.ts';
import { startHostProcess } from './host-process.ts';

const root = resolve(import.meta.dirname, '../..');

/** Reads the example file in docs/import.md, its name, and the commands below it. */
async function readImportPage() {
  const page = await readFile(join(root, 'docs/import.md'), 'utf8');
  const [, records = ''] = /```ndjson\n(.+?)```/s.exec(page) ?? [];
  const [, file = ''] = /Save it as `([^`]+)`/.exec(page) ?? [];
  const [, commands = ''] = /```\n(npm run import.+?)```/s.exec(page) ?? [];
  return { records, file, commands: commands.trimEnd().split('\n') };
}

/** Runs a command from the page in a folder that stands in for this project. Returns its standard output. */
async function runPageCommand(line: string, folder: string, dataDir: string): Promise<string> {
  const child = spawn('sh', ['-c', line.replace('npm run', `npm --prefix '${root}' run`)], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  const [out, err] = await output;
  expect(code, err).toBe(0);
  return out;
}

it.each([
  ['while a host with sample data runs', true],
  ['before the first start', false],
])(
  'the steps in docs/import.md lead to a timeline of the example file, %s',
  async (_, isRunning) => {
    const folder = await createTemporaryFolder();
    const dataDir = join(folder, 'data');
    const { records, file, commands } = await readImportPage();
    expect(commands).toHaveLength(2);
    const startedHost = isRunning ? await startHostProcess(dataDir, 'auto') : null;
    onTestFinished(async () => startedHost?.end('SIGKILL'));

    await writeFile(join(folder, file), records);
    let output = '';
    for (const command of commands) output = await runPageCommand(command, folder, dataDir);
    const apiKey = output.trimEnd().split('\n').at(-1) ?? '';

    const host = startedHost ?? (await startHostProcess(dataDir, 'auto'));
    onTestFinished(() => host.end('SIGKILL'));
    const signIn = await call(host.url, {
      method: 'POST',
      path: '/session',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey }),
    });
    expect(signIn.status).toBe(201);
    const { cookie, id } = sessionOf(signIn);
    const requestResource = async <S extends v.GenericSchema>(schema: S, path: string) => {
      const response = await call(host.url, { path, headers: { cookie, 'x-session': id } });
      return v.parse(schema, JSON.parse(response.text));
    };
    const [client] = (await requestResource(ClientPage, pathTo('clients', {}))).data;
    expect(client?.name).toBe('Oakwell');
    const sites = await requestResource(
      SitePage,
      pathTo('clientSites', { clientId: client?.id ?? '' }),
    );
    const [site] = sites.data;
    expect(site?.name).toBe('Oakwell shop');
    const timeline = pathTo('timeline', { siteId: site?.id ?? '' });
    const { series } = await requestResource(TimelineReport, `${timeline}?metric=visibility`);
    const values = series.map(({ label, points }) => [label, points.map(({ value }) => value)]);
    // Only one of the two answers mentions Linden & Sons.
    expect(values).toEqual([
      ['Oakwell', [100]],
      ['Linden & Sons', [50]],
    ]);
  },
);
