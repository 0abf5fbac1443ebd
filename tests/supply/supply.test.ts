import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { licenceList, lockedPackages } from './licences.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

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

/** Builds for other systems than the one that the lock file is made on, of which it has no digest. */
const withoutDigest = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-musl'].map(
    (system) => `@biomejs/cli-${system}`,
  ),
  ...['linux-x64-musl', 'win32-arm64', 'win32-x64'].map((system) => `@biomejs/cli-${system}`),
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map((system) => `@chdb/lib-${system}`),
];

it('every package is pinned to what it was when it was chosen', () => {
  const loose = lockedPackages().filter(({ isPinned }) => !isPinned);
  expect(loose.map(({ name }) => name)).toEqual(withoutDigest);
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

/** SHA-256 of the program that the install script of `node` fetches, for the systems that it is known for. */
const nodeDigests: Readonly<Record<string, string>> = {
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
};

it('Node, which comes by an install script, is of the version locked and the program known', () => {
  const locked = lockedPackages().find(({ name }) => name === 'node');
  expect(process.version).toBe(`v${locked?.version}`);
  const program = readFileSync(resolve(root, 'node_modules/node/bin/node'));
  const digest = createHash('sha256').update(program).digest('hex');
  expect([digest, undefined]).toContain(nodeDigests[`${process.platform}-${process.arch}`]);
});

it('the bill of materials names everything, and tells what is shipped from what is not', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'sbom'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const bill: {
    bomFormat: string;
    components: { name: string; properties?: { name: string }[] }[];
  } = JSON.parse(stdout);
  expect(bill.bomFormat).toBe('CycloneDX');
  const isShipped = ({ properties = [] }: { properties?: { name: string }[] }) =>
    properties.every(({ name }) => name !== 'cdx:npm:package:development');
  const named = new Set(bill.components.filter(isShipped).map(({ name }) => name));
  const shipped = new Set(lockedPackages().flatMap((each) => (each.isShipped ? each.name : [])));
  expect([...named].sort()).toEqual([...shipped].sort());
  for (const name of ['react', 'hono', 'recharts', 'node']) expect(named).toContain(name);
});

describe('the container', () => {
  const lines = read('Containerfile').split('\n');
  const words = lines.map((line) => line.split(' ')[0]);

  it('keeps of two stages the last, runs as nobody special, and says whether it is well', () => {
    expect(words.filter((word) => word === 'FROM')).toHaveLength(2);
    expect(words.lastIndexOf('USER')).toBeGreaterThan(words.lastIndexOf('RUN'));
    expect(lines).toContain('USER node');
    expect(words).toContain('HEALTHCHECK');
    expect(words).not.toContain('ADD');
    expect(read('Containerfile')).toContain('SAMPLE=off');
    const last = lines.slice(words.lastIndexOf('FROM'));
    const copied = last.filter((line) => line.startsWith('COPY '));
    expect(copied.filter((line) => !line.startsWith('COPY --from=build /build/'))).toEqual([]);
  });

  it('is given neither a history nor data, and the documents run it without a writable root', () => {
    const left = read('.containerignore').split('\n');
    for (const path of ['.git', 'data', 'node_modules']) expect(left).toContain(path);
    const commands = read('docs/deploy.md').match(/podman (?:build|run) [^\n]*/g) ?? [];
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) {
      expect(command).toMatch(/^podman (?:build --format docker|run .*--read-only)/);
    }
  });
});
