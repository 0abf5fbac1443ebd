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

// Processes and threads that tests start would otherwise compile the same files again.
if (process.env['VITEST'] !== undefined) {
  const { compileCache } = await import('./tests/setup/launch.ts');
  Object.assign(process.env, compileCache);
}

/** The order of test files. Builds do without the test runner. */
const LongestFirst =
  process.env['VITEST'] === undefined
    ? null
    : (await import('./tests/setup/longest-first.ts')).LongestFirst;

/** Chunks that a page loads on demand. */
const partNames: readonly string[] = ['parts', 'panels'];
const pagePart = new RegExp(`^assets/(${partNames.join('|')})-`);

/** The scripts that the document loads for every page have names that begin with this. */
const everyPagePrefix = 'assets/~';
/** The modules of these scripts, which are known once the chunks are named. */
const everyPageModules = new Set<string>(['\0rolldown/runtime.js']);

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

/** What needs a module: kinds of pages and what loads apart from them, by a pattern that its file matches. */
const consumers = {
  everyPage: /\/src\/dashboard\/main\.tsx$/,
  early: /\/src\/dashboard\/early\.ts$/,
  signIn: /\/sign-in\.tsx\?tsr-split=component$/,
  lists: /\/clients\.(?:\$clientId\.sites\.)?index\.tsx\?tsr-split=component$/,
  frame: /\/sites\.\$siteId\.tsx\?tsr-split=component$/,
  loader: /\/sites\.\$siteId\.\w+\.tsx\?tsr-split=loader$/,
  clientFigures: /\/clients\/list\/figure(?:s-code\.ts|-(?:cells|definition)\.tsx)$/,
  charts: /\/sites\.\$siteId\.(?:matrix|timeline)\.tsx\?tsr-split=component$/,
  answers: /\/sites\.\$siteId\.answers\.tsx\?tsr-split=component$/,
  report: /\/sites\.\$siteId\.report\.tsx\?tsr-split=component$/,
  scans: /\/sites\.\$siteId\.scans\.tsx\?tsr-split=component$/,
  sources: /\/sites\.\$siteId\.sources\.tsx\?tsr-split=component$/,
} as const;
type Consumer = keyof typeof consumers;
const consumerNames = Object.keys(consumers) as Consumer[];

/** Finds what a module belongs to, or what imports it, directly or through other modules. */
function findConsumers(
  id: string,
  importersOf: (id: string) => readonly string[],
  found = new Set<Consumer>(),
  visited = new Set<string>(),
): Set<Consumer> {
  visited.add(id);
  for (const name of consumerNames) if (consumers[name].test(id)) found.add(name);
  for (const importer of importersOf(id))
    if (!visited.has(importer)) findConsumers(importer, importersOf, found, visited);
  return found;
}

/** Parts of libraries that few pages need. Every page imports the files that list them. */
const rareParts =
  /\/(?:infiniteQueryObserver|queriesObserver|useBlocker|useInfiniteQuery|useMutationState|useQueries)\.js$/;

/** Modules that several parts of a site's pages need on demand, each too small for a file of its own. */
const smallModules =
  /\/(?:figures\/series\/answer-counts|dashboard\/(?:api\/(?:load-part|sightline\/(?:clip-search|read-pages|scans|site))|site\/(?:chart\/(?:ranking|text-width)|preload-site|series\/(?:drawn|earlier-period|reading)|use-branding)))\.ts$/;

/**
 * Names the chunk of a module: `app` for what several kinds of pages need, `site` for what several pages of a site need,
 * and `figures` for what these need before they are rendered or share with the list of clients. The bundler places all
 * other modules, for which this returns null. Without these chunks, a page would consist of a hundred small files, which
 * load six at a time over HTTP/1.1.
 */
function nameSharedChunk(id: string, importersOf: (id: string) => readonly string[]) {
  if (rareParts.test(id)) return null;
  const found = findConsumers(id, importersOf);
  const needs = (names: readonly Consumer[]) => names.filter((name) => found.has(name)).length;
  if (found.has('everyPage')) {
    everyPageModules.add(id);
    // The early script must not wait for the code of the app, and the document needs a script of its own.
    return found.has('early') || consumers.everyPage.test(id) ? null : 'app';
  }
  const isOfSite =
    found.has('frame') ||
    smallModules.test(id) ||
    needs(['answers', 'charts', 'clientFigures', 'report', 'scans', 'sources']) > 1;
  // The sign-in page, which loads the app too, has no use for a site's place among the clients.
  if (needs(['signIn', 'lists']) + Number(isOfSite) > 1)
    return id.endsWith('/site/placement.ts') ? null : 'app';
  if (!isOfSite) return null;
  const isOfFigures = needs(['clientFigures', 'early', 'loader']) > 0 || id.includes('/api/');
  return isOfFigures ? 'figures' : 'site';
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
        chunkFileNames: ({ name, moduleIds }) => {
          if (partNames.includes(name)) return 'assets/[name]-[hash:7].js';
          const isOfEveryPage = moduleIds.some((id) => everyPageModules.has(id));
          return `${isOfEveryPage ? everyPagePrefix : 'assets/'}[hash:7].js`;
        },
        codeSplitting: {
          groups: [
            // What the forms of new and stored set-ups share. The import of CSV files and “Where and when” load on demand.
            {
              name: 'setup',
              test: /src\/dashboard\/setup\/(?!csv-|where-and-when\/)/,
              includeDependenciesRecursively: false,
            },
            // What a download of the chart as a picture and the document of a report share.
            {
              name: 'picture',
              test: /src\/dashboard\/site\/picture\/(?!logo|matrix-picture|picture-file)/,
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
          part ? path.startsWith(`assets/${part}-`) : !path.startsWith(everyPagePrefix),
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
