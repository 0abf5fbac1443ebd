import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
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

/** Whether a process has a file open. Where the system does not say: whether the process is alive. */
function hasOpen(pid: number, path: string): boolean {
  const descriptors = `/proc/${pid}/fd`;
  try {
    const file = realpathSync(path);
    return readdirSync(descriptors).some((name) => isLinkTo(join(descriptors, name), file));
  } catch {
    return (process.platform !== 'linux' || existsSync(descriptors)) && isAlive(pid);
  }
}

function isLinkTo(link: string, file: string): boolean {
  try {
    return readlinkSync(link) === file;
  } catch {
    // Closed since it was listed.
    return false;
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
 * Which process holds the engine's folder, asked after the engine has refused to open it: the lock is the
 * engine's own. It writes its process id into a file there, which a killed process leaves behind.
 */
export function holderOf(engineDir: string): number | null {
  const path = join(engineDir, 'status');
  let status: string;
  try {
    status = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  const pid = Number(/^PID: (\d+)$/m.exec(status)?.[1]);
  return Number.isInteger(pid) && hasOpen(pid, path) ? pid : null;
}

/** The engine's own folder inside DATA_DIR, made when absent. */
export function engineDirOf(dataDir: string): string {
  const dir = join(dataDir, 'clickhouse');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}
