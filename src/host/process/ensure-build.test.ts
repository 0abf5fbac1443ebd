import { mkdir, mkdtemp, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isStale } from './ensure-build.ts';

const oneHourEarlier = new Date('2026-01-01T11:00:00Z');
const noon = new Date('2026-01-01T12:00:00Z');
const oneHourLater = new Date('2026-01-01T13:00:00Z');
const files = [
  'index.html',
  'vite.config.ts',
  'vite.report.config.ts',
  'package-lock.json',
  'src/dashboard/main.tsx',
];
const folders = ['public', 'src/contract', 'src/dashboard', 'dist/report'];
const builtFiles = ['dist/index.html', 'dist/report/make-report.js'];

async function createProject(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'sightline-build-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true });
  for (const file of [...files, ...builtFiles]) await writeFile(join(root, file), '');
  for (const path of [...files, ...builtFiles, ...folders]) {
    await utimes(join(root, path), noon, noon);
  }
  return root;
}

it('a build as new as its sources is not stale', async () => {
  expect(await isStale(await createProject())).toBe(false);
});

it.each(builtFiles)('a build without %s is stale', async (path) => {
  const root = await createProject();
  await unlink(join(root, path));
  expect(await isStale(root)).toBe(true);
});

it.each(builtFiles)('a build with an old %s is stale', async (path) => {
  const root = await createProject();
  await utimes(join(root, path), oneHourEarlier, oneHourEarlier);
  expect(await isStale(root)).toBe(true);
});

it.each([...files, 'public'])('a build is stale after a change to %s', async (path) => {
  const root = await createProject();
  await utimes(join(root, path), oneHourLater, oneHourLater);
  expect(await isStale(root)).toBe(true);
});
