import { join, relative } from 'node:path';

/** The longest path of a Unix socket on macOS, which has the lowest limit of the systems Node runs on. */
const maxPathBytes = 103;

/**
 * The path of the host's control socket, relative to the working folder if that is shorter.
 * @throws Error naming DATA_DIR when its path is too long for a socket.
 */
export function socketPathOf(dataDir: string): string {
  const absolutePath = join(dataDir, 'host.sock');
  const relativePath = relative(process.cwd(), absolutePath);
  const path = relativePath.length < absolutePath.length ? relativePath : absolutePath;
  if (Buffer.byteLength(path) > maxPathBytes) {
    throw new Error(
      `The path of DATA_DIR is too long for a socket in it: ${path} has more than ${maxPathBytes} bytes. Use a shorter path.`,
    );
  }
  return path;
}
