import type { Administration } from '../../src/host/admin/administration.ts';
import { connectControl } from '../../src/host/admin/control-client.ts';
import { startHostProcess } from '../host/host-process.ts';

export interface KillableHost {
  url: string;
  administration: Administration;
  /** Kills the host with SIGKILL, and waits until it has ended. */
  kill(): Promise<void>;
}

/** Starts a host as a process of its own, and resolves once it accepts requests. */
export async function startKillableHost(dataDir: string): Promise<KillableHost> {
  const { url, end } = await startHostProcess(dataDir);
  const administration = await connectControl(dataDir);
  if (!administration) throw new Error('The host has no control socket.');
  return { url, administration, kill: () => end('SIGKILL') };
}

/** Thrown for a wrong response. Missing responses of a killed host, by contrast, are expected. */
export class WrongResponse extends Error {
  override name = 'WrongResponse';
}
