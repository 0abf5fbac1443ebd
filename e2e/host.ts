import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { clockOffset } from '../tests/clock/environment.ts';
import { shiftDate } from '../tests/clock/shift-date.ts';
import { killGroup, launch, waitForAddress } from '../tests/setup/launch.ts';
import { copySampleFolder } from '../tests/setup/sample-folder.ts';

export interface Host {
  /** Without a trailing slash. */
  url: string;
}

/** Runs the host on a free port, by default in a new data folder, and expects it to exit cleanly. */
export async function withHost(
  environment: Record<string, string>,
  use: (host: Host) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-e2e-'));
  const child = launch({ DATA_DIR: dataDir, ...environment });
  const exited = once(child, 'exit');
  try {
    await use({ url: await waitForAddress(child) });
    child.kill('SIGTERM');
    expect(await exited, 'exit code and signal of the host').toEqual([0, null]);
  } finally {
    killGroup(child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Runs the host on a copy of the sample data. */
export async function withSampleHost(use: (host: Host) => Promise<void>): Promise<void> {
  const dataDir = await copySampleFolder();
  await withHost({ DATA_DIR: dataDir }, use);
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * Gives each worker a `host` with sample data, and a `relay`: a second host that uses the first as its remote service.
 * Pages have the clock of the test. When a test ends, its route handlers are removed and their errors are ignored.
 */
export const test = base.extend<object, { host: Host; relay: Host }>({
  browser: [
    async ({ browser }, use) => {
      const createContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await createContext(options);
        if (clockOffset !== 0) await context.addInitScript(shiftDate, clockOffset);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  host: [async ({}, use) => withSampleHost(use), { scope: 'worker', timeout: 120_000 }],
  relay: [
    async ({ host }, use) => withHost({ SERVICE_URL: host.url }, use),
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect };
