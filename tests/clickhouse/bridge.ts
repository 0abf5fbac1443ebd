import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compileCache } from '../setup/launch.ts';

const password = 'p@ss word';

/** A stand-in for a ClickHouse server: the engine in a separate process, behind the HTTP interface. */
export interface Bridge {
  /** Includes the correct user and password. */
  url: URL;
  /** Ends the process without warning, as a crash would. */
  kill(): Promise<void>;
  /** Starts the process again on the same folder and port. */
  start(): Promise<void>;
  /** Delays every response; 0 ends the delay. */
  delayResponses(milliseconds: number): Promise<void>;
  /** Ends the process and deletes its data. */
  remove(): Promise<void>;
}

const script = resolve(import.meta.dirname, 'bridge-process.ts');

export async function openBridge(): Promise<Bridge> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bridge-'));
  let child: ChildProcess | null = null;
  let port = '0';

  const start = async () => {
    const startedProcess = spawn(
      process.execPath,
      [script, join(folder, 'engine'), port, password],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, ...compileCache },
      },
    );
    child = startedProcess;
    for await (const chunk of startedProcess.stdout) {
      const [, reportedPort] = /port (\d+)/.exec(String(chunk)) ?? [];
      if (reportedPort === undefined) continue;
      port = reportedPort;
      return;
    }
    throw new Error('The bridge did not start.');
  };
  const kill = async () => {
    if (!child || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };

  await start();
  const url = new URL(`http://127.0.0.1:${port}/default`);
  url.username = 'sightline';
  url.password = password;
  return {
    url,
    kill,
    start,
    async delayResponses(milliseconds) {
      await fetch(`http://127.0.0.1:${port}/delay?ms=${milliseconds}`, { method: 'PUT' });
    },
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
