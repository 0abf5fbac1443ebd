import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The scripts, styles and lists of files in a folder, by path. */
function readFiles(folder: string): Map<string, string> {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:js|css|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** The name of the package, and the beginning of the names of its styles. */
const devtoolsPattern = /query-devtools|tsqd/;

it('the build has nothing of React Query’s devtools', () => {
  const devtools = readFiles('node_modules/@tanstack/query-devtools/build');
  expect([...devtools.values()].some((text) => text.includes('tsqd'))).toBe(true);
  const built = readFiles('dist');
  expect(built.size).toBeGreaterThan(50);
  expect([...built].flatMap(([path, text]) => (devtoolsPattern.test(text) ? [path] : []))).toEqual(
    [],
  );
});
