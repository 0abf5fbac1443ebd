import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Runs the check as if by another version of Node, and returns what it prints and its exit code, null if it passes. */
function runCheck(version: string): { err: string; code: number | null } {
  let err = '';
  let code: number | null = null;
  runInNewContext(readFileSync(join(import.meta.dirname, 'check-node.cjs'), 'utf8'), {
    process: {
      version: `v${version}`,
      versions: { node: version },
      stderr: {
        write: (text: string) => {
          err += text;
        },
      },
      exit: (exitCode: number) => {
        code = exitCode;
      },
    },
  });
  return { err, code };
}

it.each(['18.20.8', '20.20.2', '24.1.0'])('refuses Node %s in one line', (version) => {
  const { err, code } = runCheck(version);
  expect(code).toBe(1);
  expect(err).toMatch(/^Sightline needs Node 24\.2 .*npm rebuild node .*\n$/);
  expect(err).toContain(version);
});

it.each(['24.2.0', '24.21.0', '25.0.0'])('accepts Node %s', (version) => {
  expect(runCheck(version)).toEqual({ err: '', code: null });
});

it('precedes every npm script that runs the host, a command or the build', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const check = '-r ./src/host/process/check-node.cjs ';
  const names = ['start', 'dev', 'build', 'import', 'check', 'audit', 'clients', 'keys', 'shares'];
  for (const name of [...names, 'report']) {
    expect(scripts[name]?.split('node ')[1], name).toMatch(check);
  }
});
