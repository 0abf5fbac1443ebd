import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';

const Manifest = v.record(v.string(), v.object({ imports: v.optional(v.array(v.string()), []) }));

/** Finds a circle of files that import each other; null if there is none. */
function findCircle(importsOf: ReadonlyMap<string, readonly string[]>): string[] | null {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (finished.has(file)) return null;
    for (const imported of importsOf.get(file) ?? []) {
      const circle = visit(imported, [...path, file]);
      if (circle) return circle;
    }
    finished.add(file);
    return null;
  };
  for (const file of importsOf.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}

it('a circle of files is found', () => {
  const files = new Map([
    ['a', ['b', 'c']],
    ['b', []],
    ['c', ['d']],
    ['d', ['b', 'c']],
  ]);
  expect(findCircle(files)).toEqual(['c', 'd', 'c']);
});

// A file in a circle can run before what it imports, which leaves its page empty.
it('no files of the build import each other in a circle', () => {
  const path = resolve(import.meta.dirname, '../../dist/manifest.json');
  const manifest = v.parse(Manifest, JSON.parse(readFileSync(path, 'utf8')));
  const files = new Map(Object.entries(manifest).map(([name, { imports }]) => [name, imports]));
  expect(files.size).toBeGreaterThan(50);
  expect(findCircle(files)).toBeNull();
});
