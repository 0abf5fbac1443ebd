import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Needs RELEASES_FILE, the path of the measured file, which is not part of the project. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '**/*.check.ts',
  outputDir: '../../test-results/releases',
  workers: 1,
  timeout: 180_000,
  reporter: [['list'], ['json', { outputFile: '../../test-results/releases.json' }]],
});
