import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import { errorCodeOf } from '../../error-code.ts';

/** Finds the npm command that runs a file; null if there is none. A command's file has the command's name. */
function npmCommandOf(file: string): string | null {
  const { name, ext } = parse(file);
  if (ext !== '.ts') return null;
  if (name === 'main') return 'npm start';
  const isCommand = name === 'dev' || basename(dirname(file)) === 'commands';
  return isCommand ? `npm run ${name}` : null;
}

/** Reads the command of a process, without its arguments; null if unknown. */
function readCommand(pid: number): string | null {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const npmCommand = args.map(npmCommandOf).find(Boolean);
    return npmCommand ?? (basename(args[0] ?? '') || null);
  } catch {
    return null;
  }
}

/** Thrown if another process has the folder open; only one process at a time may. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    const command = readCommand(pid);
    super(
      `${dataDir} is in use by process ${pid}${command === null ? '' : ` (${command})`}. Stop that process or wait until it ends, or set DATA_DIR to another folder.`,
    );
    this.pid = pid;
  }
}

/** Thrown if the engine cannot open a folder that has rows, although no damage is visible. */
export class FolderUnreadable extends Error {
  override name = 'FolderUnreadable';
  constructor(dataDir: string) {
    super(
      `The engine cannot open the store in ${dataDir}, for the reason printed above. Check that no other process uses it, perhaps in another container, and that this user can read and write it. If neither is the cause, the store may be damaged (docs/deploy.md).`,
    );
  }
}

/** Whether a process has a file open; null if unknown. */
function hasFileOpen(pid: number, path: string): boolean | null {
  const descriptors = `/proc/${pid}/fd`;
  try {
    const file = realpathSync(path);
    return readdirSync(descriptors).some((name) => isLinkTo(join(descriptors, name), file));
  } catch {
    // On Linux, the folder in /proc is missing if the process has ended, and unreadable if another user owns
    // the process.
    return process.platform === 'linux' && !existsSync(descriptors) ? false : null;
  }
}

function isLinkTo(link: string, file: string): boolean {
  try {
    return readlinkSync(link) === file;
  } catch {
    // The file was closed after it was listed.
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but another user owns it.
    return errorCodeOf(error) === 'EPERM';
  }
}

/** Reads the process ID in the engine's lock file, which a killed process leaves behind; null if there is none. */
function readLockPid(path: string): number | null {
  try {
    const pid = Number(/^PID: (\d+)$/m.exec(readFileSync(path, 'utf8'))?.[1]);
    return Number.isInteger(pid) ? pid : null;
  } catch {
    return null;
  }
}

const lockOf = (engineDir: string) => join(engineDir, 'status');

/**
 * Finds the ID of another process that certainly holds the engine's folder, since it has the lock file open; null if
 * none is found.
 */
export function findCertainHolder(engineDir: string): number | null {
  const pid = readLockPid(lockOf(engineDir));
  return pid !== null && pid !== process.pid && hasFileOpen(pid, lockOf(engineDir)) ? pid : null;
}

/**
 * Finds the ID of the process that probably holds the folder, after the engine has failed to open it; null if none is
 * found.
 */
export function findLikelyHolder(engineDir: string): number | null {
  const pid = readLockPid(lockOf(engineDir));
  return pid !== null && (hasFileOpen(pid, lockOf(engineDir)) ?? isAlive(pid)) ? pid : null;
}

/** Creates the engine's folder inside DATA_DIR if it is missing, and returns its path. */
export function createEngineDir(dataDir: string): string {
  const dir = join(dataDir, 'clickhouse');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}
