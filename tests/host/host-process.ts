import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const sources = resolve(import.meta.dirname, '../../src/host');

type Sample = 'auto' | 'off';

const start = (
  script: string,
  dataDir: string,
  args: readonly string[] = [],
  sample: Sample = 'off',
) =>
  spawn(process.execPath, [resolve(sources, script), ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, SAMPLE: sample },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export interface HostProcess {
  url: string;
  /** Sends the signal and waits for the process to exit. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Waits for the exit; returns its code or signal, and everything printed. */
  ending(): Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>;
}

/** Starts the host as a process, by default without sample data, and resolves once it serves. */
export async function startHostProcess(
  dataDir: string,
  sample: Sample = 'off',
): Promise<HostProcess> {
  const child = start('main.ts', dataDir, [], sample);
  const ended = once(child, 'exit');
  const closed = once(child, 'close');
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const url = await new Promise<string>((found, failed) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const address = /Sightline is at (\S+)\n/.exec(output)?.[1];
      if (address !== undefined) found(address);
    });
    child.once('exit', (code) => failed(new Error(`The host exited with ${code}: ${output}`)));
  });
  return {
    url,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
    async ending() {
      await closed;
      return { code: child.exitCode, signal: child.signalCode, output };
    },
  };
}

/** Runs a command and waits for it to exit. */
export async function runCommand(
  dataDir: string,
  command: 'audit' | 'check' | 'import' | 'keys',
  ...args: readonly string[]
): Promise<{ code: number; out: string; err: string }> {
  const child = start(`commands/${command}.ts`, dataDir, args);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  const [out, err] = await output;
  return { code: Number(code), out, err };
}

/** Imports an account, which a key needs. */
export async function importAccount(dataDir: string, name = 'Harbour Agency'): Promise<void> {
  const id = '5b000000-0000-4000-8000-000000000001';
  const file = join(dataDir, 'account.ndjson');
  await writeFile(file, JSON.stringify({ type: 'account', id, name, kind: 'agency' }));
  const { code, err } = await runCommand(dataDir, 'import', file);
  if (code !== 0) throw new Error(`The import failed: ${err}`);
}
