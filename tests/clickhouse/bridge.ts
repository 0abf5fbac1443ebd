import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const password = 'p@ss word';

/** A stand-in for a ClickHouse server: the engine in a process of its own, behind its HTTP interface. */
export interface Bridge {
  /** With the right user and password. */
  url: URL;
  /** As when a machine loses its power. */
  kill(): Promise<void>;
  /** On the same folder and port. */
  start(): Promise<void>;
  slow(milliseconds: number): Promise<void>;
  remove(): Promise<void>;
}

const script = resolve(import.meta.dirname, 'bridge-process.ts');

export async function openBridge(): Promise<Bridge> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bridge-'));
  let child: ChildProcess | null = null;
  let port = '0';

  const start = async () => {
    const started = spawn(process.execPath, [script, join(folder, 'engine'), port, password], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    for await (const chunk of started.stdout) {
      const [, given] = /port (\d+)/.exec(String(chunk)) ?? [];
      if (given === undefined) continue;
      port = given;
      return;
    }
    throw new Error('the bridge did not start');
  };
  const kill = async () => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };

  await start();
  const url = new URL(`http://127.0.0.1:${port}/default`);
  url.username = 'sightline';
  url.password = password;
  return {
    url,
    kill,
    start,
    async slow(milliseconds) {
      await fetch(`http://127.0.0.1:${port}/delay?ms=${milliseconds}`, { method: 'PUT' });
    },
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
