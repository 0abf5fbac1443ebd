import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { LogLevel } from 'vite';

/** The sources of both builds. */
const sources = [
  'index.html',
  'public',
  'src/contract',
  'src/dashboard',
  'src/figures',
  'vite.config.ts',
  'vite.report.config.ts',
  'package-lock.json',
] as const;

/** Where a build records its sources: in the part of `dist` that is not served. */
const digestPath = 'dist/report/sources.sha256';

/** The paths of a file, or of all files in a folder except tests. */
async function listFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** A digest of the names and contents of all sources. Unlike file times, it does not change when files are copied. */
export async function digestSources(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of await listFiles(join(root, source))) {
      const content = createHash('sha256').update(await readFile(path));
      hash.update(`${content.digest('hex')} ${relative(root, path)}\n`);
    }
  }
  return hash.digest('hex');
}

/** The digest of the sources that `dist` was built from; empty if there is none. */
export const readBuiltDigest = (root: string): Promise<string> =>
  readFile(join(root, digestPath), 'utf8').catch(() => '');

/** Records the digest of the sources that `dist` was built from. */
export const writeBuiltDigest = (root: string, digest: string): Promise<void> =>
  writeFile(join(root, digestPath), digest);

/** Builds the dashboard and the code that makes reports. */
export async function buildDashboard(root: string, logLevel: LogLevel): Promise<void> {
  // Read first, so that a source that changes during the build makes it stale.
  const digest = await digestSources(root);
  const { build } = await import('vite');
  await build({ root, logLevel });
  await build({ root, logLevel, configFile: join(root, 'vite.report.config.ts') });
  await writeBuiltDigest(root, digest);
}

if (import.meta.main) await buildDashboard(resolve(import.meta.dirname, '../../..'), 'info');
