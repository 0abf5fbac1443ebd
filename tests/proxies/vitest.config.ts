import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { proxies } from './proxies.ts';

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const installedProxies = proxies.filter(isInstalled);
for (const proxy of proxies.filter((name) => !installedProxies.includes(name))) {
  process.stdout.write(
    `Skipped the check of the documented ${proxy} settings: ${proxy} is not installed.\n`,
  );
}

/** Tests the documented settings of those proxies that are installed; they are not npm packages. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: installedProxies.length === 0 ? [] : ['tests/proxies/*.check.ts'],
    passWithNoTests: true,
    env: { PROXIES: installedProxies.join(' ') },
    setupFiles: ['tests/setup/console.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
