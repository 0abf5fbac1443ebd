import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { createService } from '../../src/service/app.ts';
import type { Service } from '../../src/service/service.ts';
import type { Store } from '../../src/service/store/store.ts';

const folder = resolve(import.meta.dirname, 'fixtures');

/** What a store answered when it was kept. */
export interface Expected {
  keys: Record<string, string>;
  answers: readonly { key: string; path: string; status: number; body: unknown }[];
}

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

/** A service over a store, which remembers what failed. */
export function serviceOver(store: Store): { service: Service; failures: unknown[] } {
  const failures: unknown[] = [];
  const service = createService({
    store,
    clock: Date.now,
    cursorSecret: new Uint8Array(32).fill(1),
    sampleKeysAllowed: () => true,
    onError: ({ error }) => failures.push(error),
  });
  return { service, failures };
}

/** What a service answers now to everything that was asked of the kept store. */
export async function askAgain(service: Service, { keys, answers }: Expected) {
  const again: Expected['answers'][number][] = [];
  for (const { key, path } of answers) {
    const headers = { Authorization: `Bearer ${keys[key]}` };
    const response = await service.fetch(new Request(`http://store.test${path}`, { headers }));
    again.push({ key, path, status: response.status, body: await response.json() });
  }
  return again;
}
