import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Expected } from './ask-again.ts';

const folder = resolve(import.meta.dirname, 'fixtures');

/** The versions of which a store is kept, oldest first. */
export const keptVersions = readdirSync(folder)
  .flatMap((name) => /^(\d+)\.tar\.gz$/.exec(name)?.[1] ?? [])
  .map(Number)
  .sort((a, b) => a - b);

/** Unpacks the store kept of a version into a folder that goes with the test. */
export async function unpackStore(
  version: number,
): Promise<{ dataDir: string; expected: Expected }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-kept-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const archive = join(folder, `${version}.tar.gz`);
  const unpacked = spawnSync('tar', ['-C', dataDir, '-xzf', archive], { encoding: 'utf8' });
  if (unpacked.status !== 0) throw new Error(unpacked.stderr);
  const expected: Expected = JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8'));
  return { dataDir, expected };
}
