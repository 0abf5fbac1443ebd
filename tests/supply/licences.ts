import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { packagesOf } from '../architecture-rules.ts';

const root = resolve(import.meta.dirname, '../..');
const Versions = v.optional(v.record(v.string(), v.string()), {});
const Entry = v.object({
  version: v.optional(v.string()),
  integrity: v.optional(v.string()),
  license: v.optional(v.string()),
  dev: v.optional(v.boolean()),
  hasInstallScript: v.optional(v.boolean()),
  dependencies: Versions,
  peerDependencies: Versions,
  peerDependenciesMeta: v.optional(
    v.record(v.string(), v.object({ optional: v.optional(v.boolean()) })),
    {},
  ),
});
const Lock = v.object({ packages: v.record(v.string(), Entry) });
/** Entries of the lock file by folder, such as `node_modules/react`. */
type Entries = Readonly<Record<string, v.InferOutput<typeof Entry>>>;

export interface Package {
  name: string;
  /** Its folder, such as `node_modules/react`. */
  path: string;
  version: string;
  licence: string;
  /**
   * Whether the package is part of the product, rather than used only in its development: it is installed in production
   * or bundled in the built dashboard.
   */
  isShipped: boolean;
  hasInstallScript: boolean;
  /** Whether the lock file has the digest of the package. */
  isPinned: boolean;
}

/** The folder of a package that the package in another folder uses; null if it is not installed. */
function findFolder(entries: Entries, from: string, name: string): string | null {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (entries[path] !== undefined) return path;
  if (from === '') return null;
  return findFolder(entries, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

/** The folders of the packages that the dashboard imports, and of all that these need. */
function findBundledFolders(entries: Entries): ReadonlySet<string> {
  const folders = new Set<string>();
  const add = (from: string, name: string): void => {
    const folder = findFolder(entries, from, name);
    const entry = folder === null ? undefined : entries[folder];
    if (folder === null || entry === undefined || folders.has(folder)) return;
    folders.add(folder);
    const peers = Object.keys(entry.peerDependencies).filter(
      (peer) => entry.peerDependenciesMeta[peer]?.optional !== true,
    );
    for (const needed of [...Object.keys(entry.dependencies), ...peers]) add(folder, needed);
  };
  for (const name of packagesOf('dashboard')) add('', name);
  return folders;
}

/** Reads all packages of the lock file except the root, sorted by name. */
export function readLockedPackages(): Package[] {
  const lock = v.parse(Lock, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const bundledFolders = findBundledFolders(lock.packages);
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      path,
      version: entry.version ?? '',
      licence: entry.license ?? 'none named',
      isShipped: entry.dev !== true || bundledFolders.has(path),
      hasInstallScript: entry.hasInstallScript === true,
      isPinned: entry.integrity !== undefined,
    }))
    .sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
}

/** The list of shipped packages, as Markdown. */
export function formatLicenceList(): string {
  const rows = readLockedPackages()
    .filter(({ isShipped }) => isShipped)
    .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `# Licences of shipped packages

Generated from the lock file by \`npm run licences\`; a test fails if it is out of date. \`npm run sbom\` prints a
CycloneDX bill of materials of these packages and of those for development, which are marked.

| package | version | licence |
|---|---|---|
${[...new Set(rows)].join('\n')}
`;
}
