import { spawn } from 'node:child_process';

const crashMessage =
  'Sightline ended without closing its store, because of a fatal signal or because memory ran out. Start it again: everything it acknowledged was saved.';

/** Waits for a line; if the pipe closes without one, the process at its other end has died. */
const script = `trap '' INT TERM HUP; read -r line || printf '%s\\n' "$1" >&2`;

/**
 * Starts a shell that reports on standard error if this process dies, which the process cannot do itself.
 * @returns a function to call before an orderly exit, after which nothing is reported.
 */
export function watchForCrash(): () => void {
  const shell = spawn('sh', ['-c', script, 'sh', crashMessage], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  // Without a shell, crashes are not reported; everything else still works.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  return () => {
    shell.stdin.end('ended\n');
  };
}
