import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const manifest: Record<string, { name?: string; file: string }> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../dist/manifest.json'), 'utf8'),
);

/** A URL pattern for the built script with this name; its file name may differ. */
export function builtScriptPattern(name: string): string {
  const built = Object.values(manifest).find((each) => each.name === name);
  if (!built) throw new Error(`No script called ${name} was built.`);
  return `**/${built.file}`;
}
