import * as v from 'valibot';
import { decode } from '../../contract/decode.ts';
import { earlySource, timelineSiteOf } from '../../contract/early-script.ts';

/** What the build tells of its files, by source. */
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

/** The files of one page, beyond those that the document names for every page. */
interface PageFiles {
  /** A script that asks for the page's data before the page has its own code, then what that needs; or none. */
  early: readonly string[];
  /** What its first call needs, then what draws it. */
  first: readonly string[];
  later: readonly string[];
  styles: readonly string[];
}

/** A part of a route's file: `src/dashboard/routes/sites.$siteId.timeline.tsx?tsr-split=loader`. */
const routePart = /\/routes\/([^/_?]+)\.tsx\?tsr-split=(loader|component)$/;

/** The paths that a route's file stands for, by the file's name. */
function pathsOf(name: string): RegExp {
  const segments = name.split('.').filter((segment) => segment !== 'index');
  const path = segments.map((segment) =>
    segment.startsWith('$') ? '[^/]+' : segment.replace(/[^\w-]/g, ''),
  );
  return new RegExp(`^/${path.join('/')}/?$`);
}

/** Undefined for what is no JSON, such as a file that was half written. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A source with everything that it imports at once, each once. */
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
 * Which files a page needs, by its path, as the build's manifest tells.
 * @param text the manifest; a build without one, or with another, has none to tell of.
 */
export function readPageFiles(text: string): (path: string) => PageFiles | null {
  const decoded = decode(Manifest, parsed(text));
  if (!decoded.ok) return () => null;
  const manifest = decoded.value;
  const sources = Object.keys(manifest);
  const entries = sources.filter((source) => source !== earlySource && manifest[source]?.isEntry);
  const named = closureOf(manifest, entries);
  const routes = sources.flatMap((source) => {
    const [, name = '', part] = routePart.exec(source) ?? [];
    return part === undefined ? [] : [{ source, paths: pathsOf(name), part }];
  });
  return (path) => {
    const found = routes.filter(({ paths }) => paths.test(path));
    if (found.length === 0) return null;
    const partOf = (wanted: string) =>
      found.filter(({ part }) => part === wanted).map(({ source }) => source);
    const first = [...closureOf(manifest, partOf('loader'))].filter((each) => !named.has(each));
    const later = [...closureOf(manifest, partOf('component'))].filter(
      (each) => !(named.has(each) || first.includes(each)),
    );
    const isTimeline = timelineSiteOf(path) !== undefined;
    const early = isTimeline ? [...closureOf(manifest, [earlySource])] : [];
    const fileOf = (source: string) => manifest[source]?.file ?? '';
    const stylesOf = (source: string) => manifest[source]?.css ?? [];
    return {
      early: early.map(fileOf),
      first: first.map(fileOf),
      later: later.map(fileOf),
      styles: [...new Set([...first, ...later].flatMap(stylesOf))],
    };
  };
}

/** The files as links for a document's head. What draws the page gives way to what asks for its data. */
export const linksOf = ({ first, later, styles }: PageFiles): string =>
  [
    ...first.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...later.map(
      (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    ),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('');

/** The early script as tags that go before any other script, since files come in the order of the document. */
export const earlyTagsOf = ({ early: [script, ...needed] }: PageFiles): string =>
  script === undefined
    ? ''
    : [
        `<script type="module" async crossorigin src="/${script}"></script>`,
        ...needed.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ].join('');
