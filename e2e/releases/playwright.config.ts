import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

const { globalSetup: _preparesSampleData, ...shared } = base;

/** Needs RELEASES_FILE, the path of a file of real measurements, which is not part of the project. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: '**/*.check.ts',
  outputDir: '../../test-results/releases',
  workers: 1,
  timeout: 180_000,
  reporter: [['list'], ['json', { outputFile: '../../test-results/releases.json' }]],
});
