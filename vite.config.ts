import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { earlyScriptPath } from './src/contract/early-script.ts';

// The tests use features of the Node that the project brings, and fail in obscure ways without them.
if (process.env['VITEST'] !== undefined && Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `The tests need the Node in node_modules, not ${process.version}: start them with npx vitest or npm test.\n`,
  );
  process.exit(1);
}

/** The order of test files. Builds do without the test runner. */
const LongestFirst =
  process.env['VITEST'] === undefined
    ? null
    : (await import('./tests/setup/longest-first.ts')).LongestFirst;

/** Chunks that a page loads on demand. */
const partNames: readonly string[] = ['parts', 'panels'];
const pagePart = new RegExp(`^assets/(${partNames.join('|')})-`);

/** Chunks that the document loads for every page. */
const sharedNames: readonly string[] = ['api', 'lists', 'rolldown-runtime', 'router'];
const sharedPart = new RegExp(`^assets/(index|${sharedNames.join('|')})-`);

const compressible = /\.(?:css|js|json|svg|txt|webmanifest)$/;

/** Writes compressed copies beside the built files, so that the host never has to compress them. */
function writeCompressedCopies(): Plugin {
  let folder = '';
  return {
    name: 'compressed-copies',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${path}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
}

/**
 * Recharts looks up scales by name, so all of d3-scale and its dependencies would be bundled. This plugin keeps only
 * the scales that a line chart uses.
 */
function replaceScales(): Plugin {
  const original = 'victory-vendor/d3-scale';
  const replacement = `\0${original}`;
  return {
    name: 'scales-in-use',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === original ? replacement : null),
    load: (id) =>
      id === replacement ? "export { scaleBand, scaleLinear, scalePoint } from 'd3-scale';" : null,
  };
}

/** What needs a module: pages and parts that load on demand, by a pattern that their file matches. */
const consumers = {
  everyPage: /\/src\/dashboard\/main\.tsx$/,
  lists: /\/clients\.(?:\$clientId\.sites\.)?index\.tsx\?tsr-split=component$/,
  frame: /\/sites\.\$siteId\.tsx\?tsr-split=component$/,
  early: /\/src\/dashboard\/early\.ts$/,
  loaders: /\/sites\.\$siteId\.(?:matrix|report|timeline)\.tsx\?tsr-split=loader$/,
  answersLoader: /\/sites\.\$siteId\.answers\.tsx\?tsr-split=loader$/,
  sourcesLoader: /\/sites\.\$siteId\.sources\.tsx\?tsr-split=loader$/,
  answers: /\/sites\.\$siteId\.answers\.tsx\?tsr-split=component$/,
  matrix: /\/sites\.\$siteId\.matrix\.tsx\?tsr-split=component$/,
  report: /\/sites\.\$siteId\.report\.tsx\?tsr-split=component$/,
  document: /\/site\/report\/document-part\.tsx$/,
  sources: /\/sites\.\$siteId\.sources\.tsx\?tsr-split=component$/,
  timeline: /\/sites\.\$siteId\.timeline\.tsx\?tsr-split=component$/,
  clients: /\/clients\/list\/figure(?:s-code\.ts|-(?:cells|definition)\.tsx)$/,
} as const;
type Consumer = keyof typeof consumers;
const consumerNames = Object.keys(consumers) as Consumer[];

/** Finds what imports a module, directly or through other modules. */
function findConsumers(
  id: string,
  importersOf: (id: string) => readonly string[],
  found = new Set<Consumer>(),
  visited = new Set<string>(),
): Set<Consumer> {
  for (const importer of importersOf(id)) {
    if (visited.has(importer)) continue;
    visited.add(importer);
    for (const name of consumerNames) if (consumers[name].test(importer)) found.add(name);
    findConsumers(importer, importersOf, found, visited);
  }
  return found;
}

/** The parts of React Query that every page after sign-in uses. */
const queryLibrary =
  /\/@tanstack\/(?:query-core|react-query)\/build\/modern\/(?:(?:infiniteQ|q)ueryObserver|use(?:Base|Infinite)?Query|suspense|errorBoundaryUtils|QueryErrorResetBoundary|IsRestoringProvider)\.js$/;

/** Small modules that parts load on demand, by the chunk that has been loaded before. */
const smallModules = {
  figures: /\/src\/dashboard\/api\/(?:load-part|sightline\/(?:clip-search|read-pages|scans))\.ts$/,
  site: /\/src\/(?:figures\/series\/answer-counts\.ts|dashboard\/(?:api\/sightline\/site\.ts|site\/(?:answers-link\.tsx|use-answers-link-search\.ts|use-branding\.ts|panels\/(?:details\.tsx|panels\.module\.css))))$/,
  'document-timeline': /\/src\/dashboard\/site\/chart\/ranking\.ts$/,
  'document-matrix': /\/src\/dashboard\/api\/sightline\/matrix\.ts$/,
  'document-sources': /\/src\/dashboard\/site\/sources\/text-columns\.ts$/,
} as const;
type SmallChunk = keyof typeof smallModules;
const smallChunks = Object.keys(smallModules) as SmallChunk[];

/**
 * Names the chunk of a module that several pages need; null for other modules. Without these chunks, a page would consist
 * of sixty small files, which load six at a time over HTTP/1.1.
 */
function nameSharedChunk(id: string, importersOf: (id: string) => readonly string[]) {
  if (queryLibrary.test(id)) return 'queries';
  const smallChunk = smallChunks.find((name) => smallModules[name].test(id));
  if (smallChunk) return smallChunk;
  const found = findConsumers(id, importersOf);
  if (found.has('everyPage')) return null;
  const sitePages = (['answers', 'matrix', 'report', 'sources', 'timeline'] as const).filter(
    (name) => found.has(name),
  );
  const isInFrame = found.has('frame') || consumers.frame.test(id);
  if (found.has('lists')) return sitePages.length > 0 || isInFrame ? 'queries' : null;
  if (found.has('early')) return 'question';
  if (found.has('loaders')) return 'reports';
  if (found.has('clients') && (isInFrame || sitePages.length > 1)) return 'figures';
  // A loader does not wait for the code that renders.
  const hasLoader = found.has('answersLoader') || found.has('sourcesLoader');
  if (hasLoader && (isInFrame || sitePages.length > 1)) return 'figures';
  if (found.has('answersLoader')) return 'answers-requests';
  if (found.has('sourcesLoader')) return 'sources-requests';
  if (isInFrame) return 'site';
  const [firstPage] = sitePages;
  if (sitePages.length === 1 && found.has('document'))
    return firstPage === 'report' ? null : `document-${firstPage}`;
  if (sitePages.length < 2) return null;
  if (found.has('answers') || found.has('sources')) return 'site';
  return 'comparison';
}

/** Tests of the dashboard expect dates in one zone, whatever zone the machine is in. */
const deviceZone = { TZ: 'UTC' };

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/dashboard/routes',
      generatedRouteTree: 'src/dashboard/route-tree.gen.ts',
      autoCodeSplitting: true,
      // Loaders are split from components, so that a page's first call does not wait for the code that renders it.
      codeSplittingOptions: { defaultBehavior: [['loader'], ['component']] },
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
    replaceScales(),
    writeCompressedCopies(),
  ],
  resolve: {
    alias: {
      // The shim is for older versions of React.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      // Its build for browsers sets innerHTML, which the content security policy forbids.
      'decode-named-character-reference': resolve(
        import.meta.dirname,
        'node_modules/decode-named-character-reference/index.js',
      ),
    },
  },
  css: {
    modules: {
      // Class names are short and have the same suffix throughout a file, so that they compress well.
      generateScopedName: (name, file) =>
        `${name}_${createHash('sha256')
          .update(relative(import.meta.dirname, file.replace(/\?.*/, '')))
          .digest('hex')
          .slice(0, 4)}`,
    },
    postcss: {
      plugins: [
        {
          postcssPlugin: 'optional-fonts',
          // A font that loads late is used only from the next visit on, so that no text moves.
          Declaration: {
            'font-display': (declaration) => {
              declaration.value = 'optional';
            },
          },
        },
      ],
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The host reads the manifest to list a page's files in the document, so that they load in parallel with the
    // shared ones.
    manifest: 'manifest.json',
    rolldownOptions: {
      // The script that requests a timeline's report is an entry of its own, so that it loads and runs first.
      input: { index: 'index.html', early: earlyScriptPath },
      output: {
        // The entry script lists the files of all pages, so their names are short: seven characters tell them apart.
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        chunkFileNames: ({ name }) =>
          partNames.includes(name) || sharedNames.includes(name)
            ? 'assets/[name]-[hash:7].js'
            : 'assets/[hash:7].js',
        // Small modules that several pages need compress better together.
        codeSplitting: {
          groups: [
            {
              name: 'api',
              test: /src\/(?:contract\/(?:fields|sightline\/overview-path)|dashboard\/(?:search-format|api\/(?:get|page-settings|portfolio-queries|request|request-early|sightline\/overview-call)))\.ts$/,
            },
            // What the forms of new and stored set-ups share. The import of CSV files and “Where and when” load on demand.
            {
              name: 'setup',
              test: /src\/dashboard\/setup\/(?!csv-|where-and-when\/)/,
              includeDependenciesRecursively: false,
            },
            // Modules that the pages with lists use.
            {
              name: 'lists',
              test: /src\/dashboard\/ui\/(?:use-media\.ts|(?:brand-logo|button|card|growing-list|skeleton|web-link)\.tsx)$/,
            },
            {
              name: 'router',
              test: /@tanstack\/react-router\/dist\/esm\/(?:link|useMatch|useNavigate|useRouter)\.js$/,
            },
            {
              name: 'picture',
              test: /src\/dashboard\/site\/picture\/(?:colours|filter-words|frame|legend|legend-layout|multiples-plot|plot|plot-layout|source-line|text|view-picture|chart-picture)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: (id, context) =>
                nameSharedChunk(id, (of) => context.getModuleInfo(of)?.importers ?? []),
              debugName: 'shared by pages',
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    sourcemap: false,
    // The content security policy allows only images to be inlined, so inlining is off.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page has already loaded the files that it shares with a part, so a part preloads only its own files. Other
      // files preload all but the chunks that the document loads.
      resolveDependencies: (file, dependencies, { hostType }) => {
        if (hostType === 'html') return dependencies;
        const [, part] = pagePart.exec(file) ?? [];
        return dependencies.filter((path) =>
          part ? path.startsWith(`assets/${part}-`) : !sharedPart.test(path),
        );
      },
    },
  },
  test: {
    // Tests expect numbers and dates in one language, whatever language the machine uses.
    env: { LC_ALL: 'en_US.UTF-8' },
    // On two cores, the default leaves one idle, which doubles the time of the tests.
    maxWorkers: 2,
    ...(LongestFirst && { sequence: { sequencer: LongestFirst } }),
    // Long enough for a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      // These projects do not isolate their files from each other, which takes half the time. The dashboard's tests are
      // apart from the others, because the host's HTTP library replaces `Response` in the whole process.
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['src/{contract,figures,service,host}/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          setupFiles: ['tests/setup/console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          environment: 'node',
          env: deviceZone,
          isolate: false,
          include: ['src/dashboard/**/*.test.ts'],
          setupFiles: ['tests/setup/console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'document',
          environment: 'happy-dom',
          env: deviceZone,
          isolate: false,
          include: ['src/dashboard/**/*.test.tsx'],
          setupFiles: ['tests/setup/console.ts', 'tests/setup/waits.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          environment: 'node',
          include: ['tests/**/*.slow.test.ts'],
          setupFiles: ['tests/setup/console.ts'],
        },
      },
    ],
  },
});
