import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { adapters } from '../../src/service/platforms/adapters.ts';
import { compileCache } from '../setup/launch.ts';
import type { HostCommand, HostReport, HostSettings, LoweredCeilings } from './kill-scan-world.ts';

/** A process that runs scans. */
export class ScanHost {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(dataDir: string, stubs: string, settings: HostSettings): Promise<ScanHost> {
    const path = join(import.meta.dirname, 'kill-scan-process.ts');
    const environment = Object.fromEntries(
      adapters.flatMap(({ keyVariable, baseUrlVariable, platforms }) => [
        [keyVariable, 'test-key'],
        [baseUrlVariable, `${stubs}/${platforms[0]}`],
      ]),
    );
    const child = spawn(process.execPath, [path, dataDir, JSON.stringify(settings)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...compileCache, ...environment },
    });
    const host = new ScanHost(child);
    await host.#receive();
    return host;
  }

  /** The next message of the process. */
  async #receive(): Promise<unknown> {
    const ended = new AbortController();
    const exit = once(this.#child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('The process has ended.');
    });
    const [message]: unknown[] = await Promise.race([once(this.#child, 'message'), exit]);
    exit.catch(() => {});
    ended.abort();
    return message;
  }

  async #call(command: HostCommand): Promise<unknown> {
    this.#child.send(command);
    return this.#receive();
  }

  /** Begins to run scans. */
  run = async (): Promise<void> => void (await this.#call('run'));

  request = async (lowered: LoweredCeilings | null): Promise<string> =>
    (await this.#call({ requestWith: lowered })) as string;

  report = async (scanId: string): Promise<HostReport> =>
    (await this.#call({ report: scanId })) as HostReport;

  async kill(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  /** Asks the process to end. @returns its exit code. */
  async end(): Promise<number | null> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
    return this.#child.exitCode;
  }
}
