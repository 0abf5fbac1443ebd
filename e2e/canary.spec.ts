import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import {
  commandOf,
  killGroup,
  launch,
  waitForAddress,
  waitForExit,
} from '../tests/setup/launch.ts';

const uuidOf = (n: number) => `ca4a4100-0000-4000-8000-${String(n).padStart(12, '0')}`;
const siteId = uuidOf(2);
const createdAt = '2026-01-01T10:00:00Z';
const records = [
  { type: 'client', id: uuidOf(1), name: 'Aviary', createdAt },
  { type: 'site', id: siteId, clientId: uuidOf(1), name: 'aviary.example', createdAt },
  { type: 'brand', id: uuidOf(3), siteId, name: 'Aviary', role: 'tracked' },
  { type: 'brand', id: uuidOf(4), siteId, name: 'Birdsong', role: 'competitor' },
  { type: 'prompt', id: uuidOf(5), siteId, text: 'Which birds sing?' },
  ...[1, 2, 3].flatMap((day) => [
    {
      type: 'scan',
      id: uuidOf(10 + day),
      siteId,
      status: 'completed',
      createdAt,
      completedAt: `2026-01-0${day}T12:00:00Z`,
    },
    {
      type: 'answer',
      scanId: uuidOf(10 + day),
      promptId: uuidOf(5),
      region: 'US',
      platform: 'chatgpt_app',
      mentions: [{ brandId: uuidOf(day === 2 ? 4 : 3) }],
    },
  ]),
];

/** Runs the command `import` or `keys` on a running host's data folder and returns the output. */
async function runHostCommand(name: 'import' | 'keys', dataDir: string, ...words: string[]) {
  const { code, out, err } = await waitForExit(
    launch({ DATA_DIR: dataDir }, commandOf(`commands/${name}.ts`, ...words)),
  );
  if (code !== 0) throw new Error(`${name}: ${out}${err}`);
  return out;
}

const pieceLength = 16;

/** Every 16-character piece of a key's secret part, and of the whole key in base64 and hex. */
function piecesOf(key: string): string[] {
  const secret = key.slice('sl_'.length);
  const bytes = Buffer.from(key);
  return [secret, bytes.toString('base64'), bytes.toString('hex')].flatMap((text) =>
    Array.from({ length: text.length - pieceLength + 1 }, (_, at) =>
      text.slice(at, at + pieceLength),
    ),
  );
}

const containsAny = (content: string | Buffer, pieces: readonly string[]): boolean =>
  pieces.some((piece) => content.includes(piece));

/** Paths of the files in a folder, at any depth, that contain one of the pieces. */
async function findFilesWith(folder: string, pieces: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (containsAny(await readFile(path), pieces)) paths.push(path);
  }
  return paths;
}

/**
 * Reads, as text, the page's markup, storage, history state, readable cookies and heap, and the names of its window,
 * caches and databases.
 */
async function readContents(page: Page) {
  const pageContents = await page.evaluate(async () => ({
    markup: document.documentElement.outerHTML,
    storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
    cookies: document.cookie,
    names: [
      window.name,
      ...(await caches.keys()),
      ...(await indexedDB.databases()).map(({ name }) => name),
    ].join(),
  }));
  const devtools = await page.context().newCDPSession(page);
  let heap = '';
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    heap += chunk;
  });
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devtools.detach();
  return { ...pageContents, heap };
}

test('a typed key leaves no trace in the page, storage, heap, URLs, responses, log or files', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-canary-'));
  const child = launch({ DATA_DIR: dataDir, SAMPLE: 'off' });
  const exited = once(child, 'exit');
  let logged = '';
  const appendLog = (chunk: Buffer) => {
    logged += chunk.toString();
  };
  child.stdout?.on('data', appendLog);
  child.stderr?.on('data', appendLog);
  try {
    const url = await waitForAddress(child);
    const file = join(dataDir, 'birds.ndjson');
    await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
    await runHostCommand('import', dataDir, file);
    const output = await runHostCommand('keys', dataDir, 'create', '--name', 'Canary');
    const key = output.trimEnd().split('\n').at(-1) ?? '';
    expect(key).toMatch(/^sl_/);
    const urlsAndHeaders: string[] = [];
    const bodies: Promise<string>[] = [];
    const pieces = piecesOf(key);
    const messages: string[] = [];
    page.on('request', (request) => urlsAndHeaders.push(request.url()));
    page.on('response', (response) => {
      bodies.push(response.text().catch(() => ''));
      urlsAndHeaders.push(JSON.stringify(response.headers()));
    });
    page.on('console', (message) => messages.push(message.text()));

    await page.goto(`${url}/sites/${siteId}/timeline?metric=gap`);
    // Positive control: a key still in the field shows up in the heap.
    const control = `sl_${'control'.repeat(6)}`;
    await page.getByLabel('API key').fill(control);
    expect((await readContents(page)).heap).toContain(control);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('figure', { name: 'Gap by brand' })).toBeVisible();
    await page.getByRole('radio', { name: 'Platform' }).check();
    await expect(page.getByRole('figure', { name: 'Gap by platform' })).toBeVisible();
    const first = await readContents(page);
    expect(first.heap).toContain('Birdsong');
    expect(first.cookies, 'cookies that script can read').toBe('');
    await page.goto(`${url}/v1/nowhere`);
    await page.goto(`${url}/sites/${siteId}/timeline`);
    await expect(page.getByRole('figure')).toBeVisible();
    const later = await readContents(page);
    expect(later.heap).toContain('Birdsong');

    const received = (await Promise.all(bodies)).join('\n');
    expect(received).toContain('Birdsong');
    expect(urlsAndHeaders.join('\n')).toContain('/session');
    const traffic = {
      urlsAndHeaders: urlsAndHeaders.join('\n'),
      responses: received,
      messages: messages.join('\n'),
    };
    for (const [source, parts] of Object.entries({ first, later, traffic })) {
      for (const [part, content] of Object.entries(parts)) {
        expect(containsAny(content, pieces), `the key in ${source}.${part}`).toBe(false);
      }
    }
    child.kill('SIGTERM');
    await exited;
    expect(logged).toContain('Sightline is running at');
    expect(containsAny(logged, pieces), 'the key in the log').toBe(false);
    expect(await findFilesWith(dataDir, pieces)).toEqual([]);
    expect(await findFilesWith(dataDir, ['Birdsong'])).not.toEqual([]);
  } finally {
    killGroup(child);
    await rm(dataDir, { recursive: true, force: true });
  }
});
