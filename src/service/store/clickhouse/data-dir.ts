import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another process has the folder open: one folder, one process. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(
      `${dataDir} is in use by process ${pid}. Stop that process, or set DATA_DIR to another folder.`,
    );
    this.pid = pid;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Which living process other than this one holds the engine's folder. The engine writes its process id
 * into a file there and leaves it behind when killed, so a named process must also be alive.
 */
export function holderOf(engineDir: string): number | null {
  let status: string;
  try {
    status = readFileSync(join(engineDir, 'status'), 'utf8');
  } catch {
    return null;
  }
  const pid = Number(/^PID: (\d+)$/m.exec(status)?.[1]);
  return Number.isInteger(pid) && pid !== process.pid && isAlive(pid) ? pid : null;
}

/** The engine's own folder inside DATA_DIR, made when absent. */
export function engineDirOf(dataDir: string): string {
  const dir = join(dataDir, 'clickhouse');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}
