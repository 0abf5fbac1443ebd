import { cp, mkdir, mkdtemp, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { digestSources, writeBuiltDigest } from './build.ts';
import { isStale } from './ensure-build.ts';

const files = [
  'index.html',
  'vite.config.ts',
  'vite.report.config.ts',
  'package-lock.json',
  'src/contract/fields.ts',
  'src/dashboard/main.tsx',
  'src/figures/verdicts/verdicts.ts',
  'public/icon.svg',
];
const builtFiles = ['dist/index.html', 'dist/report/make-report.js'];

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-build-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function createProject(): Promise<string> {
  const root = await createFolder();
  for (const file of [...files, ...builtFiles]) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), file);
  }
  await writeBuiltDigest(root, await digestSources(root));
  return root;
}

it('a build from the same sources is not stale', async () => {
  expect(await isStale(await createProject())).toBe(false);
});

it('a build stays fresh in a copy, whatever the times of its files', async () => {
  const root = await createFolder();
  await cp(await createProject(), root, { recursive: true });
  await utimes(join(root, 'dist/index.html'), 0, 0);
  expect(await isStale(root)).toBe(false);
});

it.each([...builtFiles, 'dist/report/sources.sha256'])(
  'a build without %s is stale',
  async (path) => {
    const root = await createProject();
    await unlink(join(root, path));
    expect(await isStale(root)).toBe(true);
  },
);

it.each(files)('a build is stale after a change to %s', async (path) => {
  const root = await createProject();
  await writeFile(join(root, path), 'changed');
  expect(await isStale(root)).toBe(true);
});

it('a build is stale after a source is removed or renamed', async () => {
  const root = await createProject();
  await unlink(join(root, 'public/icon.svg'));
  expect(await isStale(root)).toBe(true);
  await writeFile(join(root, 'public/logo.svg'), 'public/icon.svg');
  expect(await isStale(root)).toBe(true);
});

it('a build is not stale after a change to a test', async () => {
  const root = await createProject();
  await writeFile(join(root, 'src/dashboard/main.test.tsx'), '');
  expect(await isStale(root)).toBe(false);
});
