import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Not part of `npm test`, because the proxies are not npm packages. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/proxies/*.check.ts'],
    setupFiles: ['tests/setup/console.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
