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

const main = resolve(import.meta.dirname, '../src/host/main.ts');

/** The address in the start message. Rejects with what the process said when it ends without one. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk: Buffer): void => {
      said += chunk.toString();
      const address = /Sightline is at (\S+)\n/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The host ended with ${code}: ${said}`)));
  });
}

/** Runs the host as people do, in a new data folder on a free port, and expects it to stop in order. */
export async function withHost(
  environment: Record<string, string>,
  use: (host: Host) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-e2e-'));
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  try {
    await use({ url: await addressOf(child) });
    child.kill('SIGTERM');
    expect(await ended, 'exit code and signal of the host').toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** One host with sample data a worker, and one that takes it for the service elsewhere. */
export const test = base.extend<object, { host: Host; relay: Host }>({
  host: [async ({}, use) => withHost({}, use), { scope: 'worker', timeout: 120_000 }],
  relay: [
    async ({ host }, use) => withHost({ SERVICE_URL: host.url }, use),
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect };
