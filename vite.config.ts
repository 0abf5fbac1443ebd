import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { earlySource } from './src/contract/early-script.ts';

const compressible = /\.(?:css|js|json|svg|txt|webmanifest)$/;

/** Compresses the built files once, beside themselves, so that the host never does. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
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
 * Recharts looks scales up by name, which keeps all of d3-scale and what that needs in the build: this leaves
 * those that a chart of lines asks for.
 */
function scalesInUse(): Plugin {
  const asked = 'victory-vendor/d3-scale';
  const given = `\0${asked}`;
  return {
    name: 'scales-in-use',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === asked ? given : null),
    load: (id) =>
      id === given ? "export { scaleBand, scaleLinear, scalePoint } from 'd3-scale';" : null,
  };
}

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/dashboard/routes',
      generatedRouteTree: 'src/dashboard/route-tree.gen.ts',
      autoCodeSplitting: true,
      // A page's first call needs little code: it does not wait for what draws the page.
      codeSplittingOptions: { defaultBehavior: [['loader'], ['component']] },
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
    scalesInUse(),
    compressed(),
  ],
  resolve: {
    alias: {
      // React has what the shim brings to older ones.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'fonts-in-time',
          // A font that comes late is for the next visit: text that is there never moves for it.
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
    // The host names a page's files in its document, so that they come beside the first ones.
    manifest: 'manifest.json',
    rolldownOptions: {
      // What asks for a timeline's report is a page of its own to the build, so that it comes and runs first.
      input: { index: 'index.html', early: earlySource },
      output: {
        // Small modules that nearly every page needs weigh less together.
        codeSplitting: {
          groups: [
            {
              name: 'api',
              test: /src\/(?:contract\/fields|dashboard\/(?:search-format|api\/(?:get|page-settings|portfolio-queries|request)))\.ts$/,
            },
            // What every list is drawn with, and what both its trends and a timeline are read with.
            {
              name: 'lists',
              test: /src\/dashboard\/ui\/(?:use-media\.ts|(?:brand-mark|button|card|growing-list|skeleton|web-link)\.tsx)$/,
            },
            {
              name: 'router',
              test: /@tanstack\/react-router\/dist\/esm\/(?:link|useMatch|useNavigate|useRouter)\.js$/,
            },
            {
              name: 'reports',
              test: /src\/dashboard\/(?:api\/reports|site\/report\/figures)\.ts$/,
            },
          ],
        },
      },
    },
    sourcemap: false,
    // The content security policy loads files of this origin only, so none goes inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    // What is said of numbers and dates is checked in one language, whatever the machine's.
    env: { LC_ALL: 'en_US.UTF-8' },
    // By itself it leaves one of two cores alone, and takes twice as long.
    maxWorkers: 2,
    // A machine that is busy with something else is slow; what never comes fails all the same.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/{contract,service,host}/**/*.test.ts', 'tests/**/*.test.ts'],
          setupFiles: ['tests/setup/console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          environment: 'happy-dom',
          include: ['src/dashboard/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/setup/console.ts', 'tests/setup/waits.ts'],
        },
      },
    ],
  },
});
