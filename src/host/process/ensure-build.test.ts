import { mkdir, mkdtemp, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isStale } from './ensure-build.ts';

const noon = new Date('2026-01-01T12:00:00Z');
const oneHourLater = new Date('2026-01-01T13:00:00Z');
const files = [
  'index.html',
  'vite.config.ts',
  'vite.report.config.ts',
  'package-lock.json',
  'src/dashboard/main.tsx',
];
const folders = ['public', 'src/contract', 'src/dashboard', 'dist'];

async function createProject(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'sightline-build-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true });
  for (const file of [...files, 'dist/index.html']) await writeFile(join(root, file), '');
  for (const path of [...files, ...folders]) await utimes(join(root, path), noon, noon);
  await utimes(join(root, 'dist/index.html'), noon, noon);
  return root;
}

it('a build as new as its sources is not stale', async () => {
  expect(await isStale(await createProject())).toBe(false);
});

it('a missing build is stale', async () => {
  const root = await createProject();
  await unlink(join(root, 'dist/index.html'));
  expect(await isStale(root)).toBe(true);
});

it.each([...files, 'public'])('a build is stale after a change to %s', async (path) => {
  const root = await createProject();
  await utimes(join(root, path), oneHourLater, oneHourLater);
  expect(await isStale(root)).toBe(true);
});
