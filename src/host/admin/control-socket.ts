import { join, relative } from 'node:path';

/** Longest path of a Unix socket on macOS, which has the lowest limit of the systems Node runs on. */
const maxPathBytes = 103;

/**
 * The path of the host's control socket, relative to the working folder if that is shorter.
 * @throws Error naming DATA_DIR when its path is too long for a socket.
 */
export function socketPathOf(dataDir: string): string {
  const absolute = join(dataDir, 'host.sock');
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) > maxPathBytes) {
    throw new Error(
      `The path of DATA_DIR is too long for a socket in it: ${path} has more than ${maxPathBytes} bytes. Use a shorter path.`,
    );
  }
  return path;
}
