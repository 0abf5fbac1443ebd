import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { compileCache } from '../setup/launch.ts';

/** What a process with a `DeadlyEngine` prints: the numbers of its statements; see there. */
export const Sent = v.object({ published: v.number(), total: v.number() });
export type Sent = v.InferOutput<typeof Sent>;

/**
 * Copies a store, and runs a script of this folder on the copy, in a process that may kill itself.
 * @param folders.home where to put the copy.
 * @param count after how many statements the process kills itself; null for never.
 */
export function runInCopy(
  script: string,
  folders: { intactDir: string; home: string },
  count: number | null,
): { dataDir: string; signal: string | null; text: string } {
  const dataDir = join(folders.home, `copy-${count}`);
  cpSync(folders.intactDir, dataDir, { recursive: true, verbatimSymlinks: true });
  const args = [join(import.meta.dirname, script), dataDir];
  if (count !== null) args.push(`${count}`);
  const { signal, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ...compileCache },
  });
  return { dataDir, signal, text: signal === null && stderr === '' ? stdout : stderr };
}
