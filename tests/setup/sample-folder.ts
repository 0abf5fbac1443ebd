import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killGroup, launch, waitForAddress } from './launch.ts';

/** The environment variable that passes the path of the folder to other processes. */
const variable = 'SAMPLE_FOLDER';

/**
 * Has a host fill a data folder with the sample data, because copying is much quicker. Every process that is then started
 * can copy the folder. Returns a function that removes it.
 */
export async function prepareSampleFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-sample-'));
  const child = launch({ DATA_DIR: folder });
  const exited = once(child, 'exit');
  try {
    await waitForAddress(child);
    child.kill('SIGTERM');
    await exited;
  } finally {
    killGroup(child);
  }
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Copies the prepared folder to a new one, which the caller removes. */
export async function copySampleFolder(): Promise<string> {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error('The sample folder has not been prepared.');
  const copy = await mkdtemp(join(tmpdir(), 'sightline-sample-copy-'));
  await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}
