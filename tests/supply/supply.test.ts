import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { licenceList, lockedPackages } from './licences.ts';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

/** Licences that let a product under MIT be given away with what it is made of. */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'OFL-1.1'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Python-2.0', 'CC-BY-4.0'],
]);

it('everything shipped has a licence that may be shipped, and is listed', () => {
  const shipped = lockedPackages().filter(({ isShipped }) => isShipped);
  expect(shipped.length).toBeGreaterThan(20);
  const mayBeShipped = (licence: string) =>
    licence.split(' AND ').every((each) => allowed.has(each));
  expect(shipped.filter(({ licence }) => !mayBeShipped(licence))).toEqual([]);
  expect(read('docs/licences.md'), 'run npm run licences').toBe(licenceList());
});

it('every package is pinned to what it was when it was chosen', () => {
  // Builds for other systems than the one that the lock file is made on come without a digest.
  const loose = lockedPackages().filter(({ isPinned }) => !isPinned);
  expect(loose.filter(({ name }) => !/^@(?:biomejs\/cli|chdb\/lib)-/.test(name))).toEqual([]);
  expect(lockedPackages().filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
});

it('install scripts run only where they are allowed by name', () => {
  const { allowScripts }: { allowScripts: Record<string, boolean> } = JSON.parse(
    read('package.json'),
  );
  const named = lockedPackages()
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ name }) => name);
  expect(named.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([]);
});
