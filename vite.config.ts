import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

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
    sourcemap: false,
    // The content security policy loads files of this origin only, so none goes inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          testTimeout: 30_000,
          environment: 'node',
          include: ['src/{contract,service,host}/**/*.test.ts', 'tests/**/*.test.ts'],
          setupFiles: ['tests/setup/console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          testTimeout: 30_000,
          environment: 'happy-dom',
          include: ['src/dashboard/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/setup/console.ts'],
        },
      },
    ],
  },
});
