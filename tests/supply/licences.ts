import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';

const root = resolve(import.meta.dirname, '../..');
const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      resolved: v.optional(v.string()),
      integrity: v.optional(v.string()),
      license: v.optional(v.string()),
      dev: v.optional(v.boolean()),
      hasInstallScript: v.optional(v.boolean()),
    }),
  ),
});

export interface Package {
  name: string;
  version: string;
  licence: string;
  /** Whether the package is part of the product, rather than used only in its development. */
  isShipped: boolean;
  hasInstallScript: boolean;
  /** Whether the lock file has the digest of the package. */
  isPinned: boolean;
}

/** Reads all packages of the lock file except the root, sorted by name. */
export function readLockedPackages(): Package[] {
  const lock = v.parse(Lock, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      licence: entry.license ?? 'none named',
      isShipped: entry.dev !== true,
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
