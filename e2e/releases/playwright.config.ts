import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Runs only where RELEASES_FILE names the measured file, which the project does not hold. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '**/*.check.ts',
  outputDir: '../../test-results/releases',
  workers: 1,
  timeout: 180_000,
  reporter: [['list'], ['json', { outputFile: '../../test-results/releases.json' }]],
});
