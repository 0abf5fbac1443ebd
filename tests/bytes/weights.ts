import * as v from 'valibot';
import { readPageFiles } from '../../src/host/page/page-files.ts';

const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    imports: v.optional(v.array(v.string()), []),
    dynamicImports: v.optional(v.array(v.string()), []),
  }),
);

interface Weight {
  source: string;
  file: string;
  bytes: number;
}

/** Scripts that a page loads initially and on demand, heaviest first. */
export interface Weights {
  scripts: readonly Weight[];
  onDemand: readonly Weight[];
  /** Returns the size of the initial scripts and the given parts, with everything that they import, in bytes. */
  totalWith: (parts: readonly Weight[]) => number;
}

/**
 * Weighs the scripts of the page at a path.
 * @param manifestText the build's manifest, as JSON.
 * @param sizeOf returns the size of a built file in bytes.
 * @throws Error if no route renders the path.
 */
export function weightsOf(
  manifestText: string,
  path: string,
  sizeOf: (file: string) => number,
): Weights {
  const manifest = v.parse(Manifest, JSON.parse(manifestText));
  const page = readPageFiles(manifestText)(path);
  if (page === null) throw new Error(`No route renders ${path}.`);
  const reachedSources = new Set<string>();
  const visit = (source: string, reached: Set<string>) => {
    if (reached.has(source)) return;
    reached.add(source);
    for (const imported of manifest[source]?.imports ?? []) visit(imported, reached);
  };
  const files = [...page.early, ...page.first, ...page.later];
  for (const [source, { file }] of Object.entries(manifest)) {
    if (source === 'index.html' || files.includes(file)) visit(source, reachedSources);
  }
  const weigh = (sources: Iterable<string>): Weight[] =>
    [...sources]
      .map((source) => ({ source, file: manifest[source]?.file ?? '' }))
      .filter(({ file }) => file.endsWith('.js'))
      .map(({ source, file }) => ({ source, file, bytes: sizeOf(file) }))
      .sort((a, b) => b.bytes - a.bytes);
  const onDemand = new Set(
    [...reachedSources].flatMap((source) => manifest[source]?.dynamicImports ?? []),
  );
  return {
    scripts: weigh(reachedSources),
    onDemand: weigh([...onDemand].filter((source) => !reachedSources.has(source))),
    totalWith: (parts) => {
      const reached = new Set(reachedSources);
      for (const { source } of parts) visit(source, reached);
      return weigh(reached).reduce((sum, { bytes }) => sum + bytes, 0);
    },
  };
}
