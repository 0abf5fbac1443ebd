import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const manifest: Record<string, { name?: string; file: string }> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../dist/manifest.json'), 'utf8'),
);

/**
 * Finds the URL pattern of a built script, whose file name contains a hash, by its name or its source.
 * @throws Error if there is none
 */
export function findBuiltScriptPattern(name: string): string {
  const chunk = manifest[name] ?? Object.values(manifest).find((entry) => entry.name === name);
  if (!chunk) throw new Error(`No script called ${name} was built.`);
  return `**/${chunk.file}`;
}
