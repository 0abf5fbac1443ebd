import { spawn } from 'node:child_process';

const lastWords =
  'Sightline ended without closing its store: by a fatal signal, or because memory ran out. Start it again: what it acknowledged is kept.';

/** Waits for a line; if none comes before the pipe closes, the process at its other end has died. */
const script = `trap '' INT TERM HUP; read -r line || printf '%s\\n' "$1" >&2`;

/**
 * Has a shell say on standard error that this process died, which it cannot do itself.
 * @returns a function to call before ending in order: nothing is said then.
 */
export function keepLastWords(): () => void {
  const shell = spawn('sh', ['-c', script, 'sh', lastWords], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  // Without a shell there are no last words, and all else goes on.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  return () => {
    shell.stdin.end('ended\n');
  };
}
