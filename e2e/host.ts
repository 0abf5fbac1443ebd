import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';

export interface Host {
  /** Without a slash at the end. */
  url: string;
}

const root = resolve(import.meta.dirname, '..');
const main = resolve(root, 'src/host/main.ts');

/** Waits for the address in the start message. Rejects with the output if the process exits first. */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /Sightline is at (\S+)\n/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The host ended with ${code}: ${output}`)));
  });
}

export const hostCommand: readonly string[] = [process.execPath, main];

/** Starts the host as a process on a free port, with a minimal environment. */
export function startProcess(
  environment: Record<string, string>,
  [file = '', ...rest]: readonly string[] = hostCommand,
): ChildProcess {
  return spawn(file, rest, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that `endGroup` reaches its children too.
    detached: true,
  });
}

/** Kills a process and its children, if any still run. */
export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All have exited, as they should.
  }
}

/** Runs the host in a new data folder on a free port, and expects it to exit cleanly. */
export async function withHost(
  environment: Record<string, string>,
  use: (host: Host) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-e2e-'));
  const child = startProcess({ DATA_DIR: dataDir, ...environment });
  const ended = once(child, 'exit');
  try {
    await use({ url: await addressOf(child) });
    child.kill('SIGTERM');
    expect(await ended, 'exit code and signal of the host').toEqual([0, null]);
  } finally {
    endGroup(child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Per worker, one host with sample data, and a relay with that host as its remote service. */
export const test = base.extend<object, { host: Host; relay: Host }>({
  host: [async ({}, use) => withHost({}, use), { scope: 'worker', timeout: 120_000 }],
  relay: [
    async ({ host }, use) => withHost({ SERVICE_URL: host.url }, use),
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect };
