import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { clockEnvironment } from '../clock/environment.ts';

const root = resolve(import.meta.dirname, '../..');

/** Saves each process a third of its time, which it would spend on compiling the same files. */
export const compileCache = { NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/node') };

/** The command line of a script of the host, such as `main.ts`. */
export const commandOf = (script: string, ...args: readonly string[]): readonly string[] => [
  process.execPath,
  resolve(root, 'src/host', script),
  ...args,
];

/** A child process whose output can be read. */
export type LaunchedProcess = ReturnType<typeof launch>;

/**
 * Starts a process, by default the host on a free port, with a minimal environment.
 * @param environment added to the port, `PATH` and `HOME`
 */
export function launch(
  environment: Readonly<Record<string, string>>,
  [file = '', ...args]: readonly string[] = commandOf('main.ts'),
) {
  return spawn(file, args, {
    cwd: root,
    env: {
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0' },
      ...compileCache,
      ...clockEnvironment,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that its child processes can be killed with it.
    detached: true,
  });
}

/** Waits for the address in the host's start message. Rejects with the output if the process exits before that. */
export function waitForAddress(child: LaunchedProcess): Promise<string> {
  return new Promise((resolveAddress, reject) => {
    let output = '';
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /Sightline is running at (\S+)\n/.exec(output)?.[1];
      if (address === undefined) return;
      child.stdout.off('data', onOutput).resume();
      child.stderr.off('data', onOutput).resume();
      resolveAddress(address);
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('exit', (code) => reject(new Error(`The host exited with ${code}: ${output}`)));
  });
}

/** Waits for a process to exit. The code is null if a signal ended the process. */
export async function waitForExit(
  child: LaunchedProcess,
): Promise<{ code: number | null; out: string; err: string }> {
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  const [out, err] = await output;
  return { code: typeof code === 'number' ? code : null, out, err };
}

/** Kills a process and its child processes, if any of them still run. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
}
