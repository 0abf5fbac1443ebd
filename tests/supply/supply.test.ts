import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packagesOf } from '../architecture-rules.ts';
import { formatLicenceList, readLockedPackages } from './licences.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** Licences of packages that a product under MIT may include. */
const allowedLicences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'Unicode-3.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  'CC-BY-4.0',
]);

it('every shipped package has an allowed licence, and is listed', () => {
  const shippedPackages = readLockedPackages().filter(({ isShipped }) => isShipped);
  expect(shippedPackages.length).toBeGreaterThan(20);
  const isAllowed = (licence: string) =>
    licence.split(' AND ').every((part) => allowedLicences.has(part));
  expect(shippedPackages.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
  expect(read('docs/licences.md'), 'run npm run licences').toBe(formatLicenceList());
});

/** Builds that have no digest, because the lock file was written on another system. */
const packagesWithoutDigest = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-musl'].map(
    (system) => `@biomejs/cli-${system}`,
  ),
  ...['linux-x64-musl', 'win32-arm64', 'win32-x64'].map((system) => `@biomejs/cli-${system}`),
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map((system) => `@chdb/lib-${system}`),
];

it('every package is pinned by its digest, except listed builds for other systems', () => {
  const unpinnedPackages = readLockedPackages().filter(({ isPinned }) => !isPinned);
  expect(unpinnedPackages.map(({ name }) => name)).toEqual(packagesWithoutDigest);
  expect(readLockedPackages().filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
});

it('every package with an install script is listed in allowScripts', () => {
  const { allowScripts }: { allowScripts: Record<string, boolean> } = JSON.parse(
    read('package.json'),
  );
  const namesWithScript = readLockedPackages()
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ name }) => name);
  expect(namesWithScript.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([]);
});

/** Known SHA-256 digests of the program that the install script of `node` downloads, by system. */
const nodeDigests: Readonly<Record<string, string>> = {
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
};

it('the running Node has the locked version, and the downloaded program has the digest known for this system, if any', () => {
  const lockedNode = readLockedPackages().find(({ name }) => name === 'node');
  expect(process.version).toBe(`v${lockedNode?.version}`);
  const program = readFileSync(resolve(root, 'node_modules/node/bin/node'));
  const digest = createHash('sha256').update(program).digest('hex');
  expect([digest, undefined]).toContain(nodeDigests[`${process.platform}-${process.arch}`]);
});

it('the bill of materials marks all packages as development packages except the shipped ones', async () => {
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
  const unmarked = new Set(bill.components.filter(isShipped).map(({ name }) => name));
  const shipped = new Set(
    readLockedPackages().flatMap(({ name, isShipped }) => (isShipped ? name : [])),
  );
  expect([...unmarked].sort()).toEqual([...shipped].sort());
  for (const name of ['react', 'hono', 'recharts', 'node']) expect(unmarked).toContain(name);
});

it('production installs only what the service and the host import, and node to run them', () => {
  const {
    dependencies,
    optionalDependencies,
  }: Record<'dependencies' | 'optionalDependencies', Record<string, string>> = JSON.parse(
    read('package.json'),
  );
  const imported = [...packagesOf('contract'), ...packagesOf('service'), ...packagesOf('host')];
  // Only dev.ts and build.ts use Vite.
  const needed = new Set([...imported.filter((name) => name !== 'vite'), 'node']);
  expect(Object.keys({ ...dependencies, ...optionalDependencies }).sort()).toEqual(
    [...needed].sort(),
  );
});

it('the container and the systemd unit in the docs run the host as npm start does', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  const [, command = ''] = scripts['start']?.split('exec node ') ?? [];
  expect(command).toContain('src/host/main.ts');
  expect(read('docs/deploy.md')).toContain(
    `\nExecStart=/opt/sightline/node_modules/.bin/node ${command}\n`,
  );
  expect(read('Containerfile')).toContain(
    `\nCMD ${JSON.stringify(['node', ...command.split(' ')]).replaceAll(',', ', ')}\n`,
  );
});

describe('the container', () => {
  const lines = read('Containerfile').split('\n');
  const instructions = lines.map((line) => line.split(' ')[0]);

  it('ships only the last of two stages, runs as an ordinary user with a numeric ID, and has a health check', () => {
    expect(instructions.filter((word) => word === 'FROM')).toHaveLength(2);
    expect(instructions.lastIndexOf('USER')).toBeGreaterThan(instructions.lastIndexOf('RUN'));
    expect(lines).toContain('USER 1000:1000');
    expect(read('Containerfile')).toContain('install -d -o 1000 -g 1000 -m 0700 /data');
    expect(instructions).toContain('HEALTHCHECK');
    expect(instructions).not.toContain('ADD');
    expect(read('Containerfile')).toContain('SAMPLE=off');
    const lastStage = lines.slice(instructions.lastIndexOf('FROM'));
    const copyLines = lastStage.filter((line) => line.startsWith('COPY '));
    expect(copyLines.filter((line) => !line.startsWith('COPY --from=build /build/'))).toEqual([]);
  });

  it('is built from images pinned by digest, and its only Node is that of the production packages', () => {
    const images = lines.filter((line) => line.startsWith('FROM '));
    for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}(?: AS build)?$/);
    expect(images.at(-1)).toContain('/debian:');
    expect(read('Containerfile')).toContain('ENV PATH=/app/node_modules/.bin:$PATH ');
  });

  it('excludes history, data and node_modules, and is run with a read-only root in the docs', () => {
    const ignoredPaths = read('.dockerignore').split('\n');
    for (const path of ['.git', 'data', 'dist', 'node_modules'])
      expect(ignoredPaths).toContain(path);
    const commands = read('docs/deploy.md').match(/podman (?:build|run) [^\n]*/g) ?? [];
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) {
      expect(command).toMatch(/^podman (?:build --format docker|run .*--read-only)/);
    }
  });
});

describe('every workflow', () => {
  const workflows = globSync('.github/workflows/*', { cwd: root }).map(read);
  const steps = workflows.flatMap((workflow) => workflow.split(/^ {6}- /m).slice(1));
  const actionSteps = steps.filter((step) => /^\s*uses:/m.test(step));

  it('uses actions of GitHub only, by the digest of a version that a comment names', () => {
    expect(actionSteps.length).toBeGreaterThan(4);
    const isPinned = (step: string) =>
      /^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n/.test(step);
    expect(actionSteps.filter((step) => !isPinned(step))).toEqual([]);
  });

  it('keeps no credentials where it has checked out the repository', () => {
    const checkouts = actionSteps.filter((step) => step.includes('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(2);
    const keepsNone = (step: string) => /^ {10}persist-credentials: false$/m.test(step);
    expect(checkouts.filter((step) => !keepsNone(step))).toEqual([]);
  });

  it('may only read the repository', () => {
    for (const workflow of workflows) {
      expect(workflow.match(/permissions:[\s\S]*?\n\n/g)).toEqual([
        'permissions:\n  contents: read\n\n',
      ]);
      expect(workflow).not.toMatch(/pull_request_target|secrets\./);
    }
  });
});

it('a workflow looks for known vulnerabilities on every push and every day', () => {
  const workflow = read('.github/workflows/vulnerabilities.yml');
  expect(workflow).toMatch(/^on:\n {2}push:\n {2}schedule:\n/m);
  expect(workflow).toMatch(/^ {4}- cron: "\d+ \d+ \* \* \*"$/m);
  expect(workflow).toMatch(/^ {6}- run: npm audit --audit-level=moderate$/m);
});
