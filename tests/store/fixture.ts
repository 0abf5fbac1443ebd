import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { StoredFixture } from './stored-responses.ts';

const folder = resolve(import.meta.dirname, 'fixtures');

/** The versions that have a stored fixture, oldest first. */
export const fixtureVersions = readdirSync(folder)
  .flatMap((name) => /^(\d+)\.tar\.gz$/.exec(name)?.[1] ?? [])
  .map(Number)
  .sort((a, b) => a - b);

/** Unpacks the fixture of a version into a folder that is removed after the test. */
export async function unpackStore(
  version: number,
): Promise<{ dataDir: string; expected: StoredFixture }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-fixture-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const archive = join(folder, `${version}.tar.gz`);
  const tarProcess = spawnSync('tar', ['-C', dataDir, '-xzf', archive], { encoding: 'utf8' });
  if (tarProcess.status !== 0) throw new Error(tarProcess.stderr);
  const expected: StoredFixture = JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8'));
  return { dataDir, expected };
}
