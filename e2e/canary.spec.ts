import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { addressOf, endGroup, startProcess } from './host.ts';

const uuid = (n: number) => `ca4a4100-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = uuid(2);
const at = '2026-01-01T10:00:00Z';
const records = [
  { type: 'client', id: uuid(1), name: 'Aviary', createdAt: at },
  { type: 'site', id: siteId, clientId: uuid(1), name: 'aviary.example', createdAt: at },
  { type: 'brand', id: uuid(3), siteId, name: 'Aviary', role: 'tracked' },
  { type: 'brand', id: uuid(4), siteId, name: 'Birdsong', role: 'competitor' },
  { type: 'prompt', id: uuid(5), siteId, text: 'Which birds sing?' },
  ...[1, 2, 3].flatMap((day) => [
    {
      ...{ type: 'scan', id: uuid(10 + day), siteId, status: 'completed', createdAt: at },
      completedAt: `2026-01-0${day}T12:00:00Z`,
    },
    {
      ...{ type: 'answer', scanId: uuid(10 + day), promptId: uuid(5), region: 'US' },
      ...{ platform: 'chatgpt_app', mentions: [{ brandId: uuid(day === 2 ? 4 : 3) }] },
    },
  ]),
];

/** Runs `import` or `keys` beside a running host and gives what it said. */
async function command(name: 'import' | 'keys', dataDir: string, ...words: string[]) {
  const file = resolve(import.meta.dirname, `../src/host/commands/${name}.ts`);
  const child = spawn(process.execPath, [file, ...words], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${name}: ${said}${complained}`);
  return said;
}

/** Files below a folder that hold a text, in any of their bytes. */
async function filesWith(folder: string, needle: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(needle)) found.push(path);
  }
  return found;
}

test('a key is nowhere once it was typed: not in page, storage, heap, addresses, answers, log or files', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-canary-'));
  const child = startProcess({ DATA_DIR: dataDir, SAMPLE: 'off' });
  const ended = once(child, 'exit');
  let logged = '';
  const keep = (chunk: Buffer) => {
    logged += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  try {
    const url = await addressOf(child);
    const file = join(dataDir, 'birds.ndjson');
    await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
    await command('import', dataDir, file);
    const made = await command('keys', dataDir, 'create', '--name', 'Canary');
    const key = made.trimEnd().split('\n').at(-1) ?? '';
    expect(key).toMatch(/^sl_/);
    const addresses: string[] = [];
    const answers: Promise<string>[] = [];
    const said: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    page.on('response', (response) => {
      answers.push(response.text().catch(() => ''));
      addresses.push(JSON.stringify(response.headers()));
    });
    page.on('console', (message) => said.push(message.text()));

    await page.goto(`${url}/sites/${siteId}/timeline?metric=gap`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('figure', { name: 'Gap by brand' })).toBeVisible();
    await page.getByRole('radio', { name: 'Platform' }).check();
    await expect(page.getByRole('figure', { name: 'Gap by platform' })).toBeVisible();
    await page.goto(`${url}/v1/nowhere`);
    await page.goto(`${url}/sites/${siteId}/timeline`);
    await expect(page.getByRole('figure')).toBeVisible();

    const inPage = await page.evaluate(() => ({
      markup: document.documentElement.outerHTML,
      stored: JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
      cookie: document.cookie,
    }));
    expect(inPage.cookie, 'cookies that script can read').toBe('');
    const devtools = await page.context().newCDPSession(page);
    let heap = '';
    devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
      heap += chunk;
    });
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    expect(heap).toContain('Birdsong');
    const everything = {
      ...inPage,
      heap,
      addresses: addresses.join('\n'),
      answers: (await Promise.all(answers)).join('\n'),
      said: said.join('\n'),
    };
    for (const [where, content] of Object.entries(everything)) {
      expect(content.includes(key), `the key in ${where}`).toBe(false);
    }
    child.kill('SIGTERM');
    await ended;
    expect(logged).toContain('Sightline is at');
    expect(logged.includes(key), 'the key in the log').toBe(false);
    expect(await filesWith(dataDir, key)).toEqual([]);
  } finally {
    endGroup(child);
    await rm(dataDir, { recursive: true, force: true });
  }
});
