import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { earlyScriptPath, timelineSiteOf } from '../../contract/early-script.ts';
import { pageParts } from '../../contract/page-parts.ts';

/** The build's manifest: what the build wrote for each source file. */
const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    isEntry: v.optional(v.boolean(), false),
    imports: v.optional(v.array(v.string()), []),
    css: v.optional(v.array(v.string()), []),
  }),
);
type Manifest = v.InferOutput<typeof Manifest>;

/** The files of a page. Only `early` may include files that every page loads anyway. */
interface PageFiles {
  /** The script that requests a timeline's data before the page's code loads, and its imports; empty on other pages. */
  early: readonly string[];
  /** Files that request the page's data. */
  first: readonly string[];
  /** Files that render the page. */
  later: readonly string[];
  /** Files of parts that the page always loads once it has rendered (see `pageParts`). */
  parts: readonly string[];
  partStyles: readonly string[];
  styles: readonly string[];
}

/** Matches a part of a route's file, such as `src/dashboard/routes/sites.$siteId.timeline.tsx?tsr-split=loader`. */
const routePart = /\/routes\/([^/_?]+)\.tsx\?tsr-split=(loader|component)$/;

/**
 * Creates a pattern for the paths of a route from the name of its file.
 * @param isLayout whether the route also renders around the pages below its path.
 */
function createPathPattern(name: string, isLayout: boolean): RegExp {
  const segments = name.split('.').filter((segment) => segment !== 'index');
  const path = segments.map((segment) =>
    segment.startsWith('$') ? '[^/]+' : segment.replace(/[^\w-]/g, ''),
  );
  return new RegExp(`^/${path.join('/')}${isLayout ? '(?:/.*)?' : '/?'}$`);
}

/** In addresses of earlier versions, a site's pages are below those of its client. */
const clientBeforeSite = /^\/clients\/[^/]+(?=\/sites\/[^/])/;

/** Returns undefined for invalid JSON, such as a half-written file. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The sources and everything that they import statically. */
function closureOf(manifest: Manifest, sources: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (source: string) => {
    if (seen.has(source) || !Object.hasOwn(manifest, source)) return;
    seen.add(source);
    for (const imported of manifest[source]?.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return seen;
}

/**
 * Reads the build's manifest, and returns a function that finds the files of the page at a path, or null if they are
 * unknown.
 * @param text the build's manifest; if invalid, all files are unknown.
 */
export function readPageFiles(text: string): (path: string) => PageFiles | null {
  const decoded = decode(Manifest, parseJson(text));
  if (!decoded.ok) return () => null;
  const manifest = decoded.value;
  const sources = Object.keys(manifest);
  const entries = sources.filter(
    (source) => source !== earlyScriptPath && manifest[source]?.isEntry,
  );
  const shared = closureOf(manifest, entries);
  const routeParts = sources.flatMap((source) => {
    const [, name = '', part] = routePart.exec(source) ?? [];
    return part === undefined ? [] : [{ source, name, part }];
  });
  const routes = routeParts.map(({ source, name, part }) => {
    const isLayout = routeParts.some((other) => other.name.startsWith(`${name}.`));
    return { source, name, part, isLayout, pattern: createPathPattern(name, isLayout) };
  });
  return (address) => {
    const path = address.replace(clientBeforeSite, '');
    const matchingRoutes = routes.filter(({ pattern }) => pattern.test(path));
    if (matchingRoutes.every(({ isLayout }) => isLayout)) return null;
    const sourcesOf = (kind: string) =>
      matchingRoutes.filter(({ part }) => part === kind).map(({ source }) => source);
    const first = [...closureOf(manifest, sourcesOf('loader'))].filter(
      (source) => !shared.has(source),
    );
    const later = [...closureOf(manifest, sourcesOf('component'))].filter(
      (source) => !(shared.has(source) || first.includes(source)),
    );
    const loaded = new Set([...shared, ...first, ...later]);
    const parts = [
      ...closureOf(
        manifest,
        matchingRoutes.flatMap(({ name }) => pageParts[name] ?? []),
      ),
    ].filter((source) => !loaded.has(source));
    const isTimeline = timelineSiteOf(address) !== undefined;
    const early = isTimeline ? [...closureOf(manifest, [earlyScriptPath])] : [];
    const fileOf = (source: string) => manifest[source]?.file ?? '';
    const stylesOf = (source: string) => manifest[source]?.css ?? [];
    return {
      early: early.map(fileOf),
      first: first.map(fileOf),
      later: later.map(fileOf),
      parts: parts.map(fileOf),
      partStyles: [...new Set(parts.flatMap(stylesOf))],
      styles: [...new Set([...first, ...later].flatMap(stylesOf))],
    };
  };
}

/**
 * The files as links for a document's head. Files for requesting data have priority over those for rendering, and parts
 * come last.
 */
export const linksOf = ({ first, later, styles, parts, partStyles }: PageFiles): string =>
  [
    ...first.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...later.map(
      (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    ),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...parts.map(
      (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    ),
    ...partStyles.map(
      (file) => `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`,
    ),
  ].join('');

/**
 * Tags for the early script. They must come before any other script, since browsers request files in document order.
 */
export const earlyTagsOf = ({ early: [script, ...preloads] }: PageFiles): string =>
  script === undefined
    ? ''
    : [
        `<script type="module" async crossorigin src="/${script}"></script>`,
        ...preloads.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ].join('');
