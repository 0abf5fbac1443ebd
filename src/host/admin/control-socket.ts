import { join, relative } from 'node:path';

/** Longest path a Unix socket can have on macOS, the shortest of the systems Node runs on. */
const longestPath = 103;

/**
 * Where the host's control socket is. Relative to the working folder when that is shorter.
 * @throws Error naming DATA_DIR when its path is too long for a socket.
 */
export function socketPathOf(dataDir: string): string {
  const absolute = join(dataDir, 'host.sock');
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) > longestPath) {
    throw new Error(
      `DATA_DIR is too deep for a socket in it: ${path} has more than ${longestPath} bytes. Use a shorter path.`,
    );
  }
  return path;
}
