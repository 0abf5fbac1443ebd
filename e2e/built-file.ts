import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const manifest: Record<string, { name?: string; file: string }> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../dist/manifest.json'), 'utf8'),
);

/** Finds the URL pattern of a built script, whose file name contains a hash. @throws Error if no script has the name */
export function findBuiltScriptPattern(name: string): string {
  const chunk = Object.values(manifest).find((entry) => entry.name === name);
  if (!chunk) throw new Error(`No script called ${name} was built.`);
  return `**/${chunk.file}`;
}
