import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandOf, launch, waitForAddress, waitForExit } from '../setup/launch.ts';

type SampleSetting = 'auto' | 'off';

export interface HostProcess {
  url: string;
  /** Sends the signal and waits for the process to exit. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Waits for the process to exit; returns its code or signal, and everything that it printed. */
  waitForExit(): Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>;
}

/** Starts the host as a process, by default without sample data, and resolves once it accepts requests. */
export async function startHostProcess(
  dataDir: string,
  sample: SampleSetting = 'off',
  environment: Readonly<Record<string, string>> = {},
): Promise<HostProcess> {
  const child = launch({ ...environment, DATA_DIR: dataDir, SAMPLE: sample });
  const ended = once(child, 'exit');
  const closed = once(child, 'close');
  let output = '';
  const appendOutput = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', appendOutput);
  child.stderr.on('data', appendOutput);
  const url = await waitForAddress(child);
  return {
    url,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
    async waitForExit() {
      await closed;
      return { code: child.exitCode, signal: child.signalCode, output };
    },
  };
}

/** Runs a command and waits for it to exit. */
export async function runCommand(
  dataDir: string,
  command:
    | 'audit'
    | 'check'
    | 'clients'
    | 'export'
    | 'import'
    | 'keys'
    | 'remove'
    | 'report'
    | 'scan'
    | 'shares',
  ...args: readonly string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const environment = { DATA_DIR: dataDir, SAMPLE: 'off' };
  return waitForExit(launch(environment, commandOf(`commands/${command}.ts`, ...args)));
}

/** Imports an account, without which no key can be created. */
export async function importAccount(dataDir: string, name = 'Harbour Agency'): Promise<void> {
  const id = '5b000000-0000-4000-8000-000000000001';
  const file = join(dataDir, 'account.ndjson');
  await writeFile(file, JSON.stringify({ type: 'account', id, name, kind: 'agency' }));
  const { code, err } = await runCommand(dataDir, 'import', file);
  if (code !== 0) throw new Error(`The import failed: ${err}`);
}
