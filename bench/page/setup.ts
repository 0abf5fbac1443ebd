import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser, getLaunchArguments } from '../../e2e/browser.ts';
import { killGroup, launch, waitForAddress } from '../../tests/setup/launch.ts';
import { siteId, writeWorld } from './world.ts';

const root = resolve(import.meta.dirname, '../..');
const lineCount = 10;
/** How to find the lines of the dashboard's chart. */
export const dashboardLines = { count: lineCount, selector: 'g[data-series]' };
/** How to find the lines of the bare page's chart. */
export const bareLines = { count: lineCount, selector: 'path.recharts-line-curve' };
/** "Fast 4G" of Chromium's developer tools: latency in milliseconds, throughput in bytes per second. */
const fast4g = {
  offline: false,
  latency: 165,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
};
export const cpuSlowdown = 4;
export const timelinePath = `/sites/${siteId}/timeline`;
/** The dashboard's timeline with all series in one chart, as the bare page draws them. */
export const linesPath = `${timelinePath}?view=lines`;

const runCommand = async (file: string, environment: Record<string, string>, ...args: string[]) =>
  (
    await promisify(execFile)(process.execPath, [join(root, 'src/host/commands', file), ...args], {
      env: { PATH: process.env['PATH'], SAMPLE: 'off', ...environment },
    })
  ).stdout;

/** Runs `work` with a host, then stops the host. */
export async function withHost<T>(
  environment: Record<string, string>,
  work: (url: string) => Promise<T>,
) {
  const child = launch({ SAMPLE: 'off', ...environment });
  try {
    return await work(await waitForAddress(child));
  } finally {
    child.kill('SIGTERM');
    killGroup(child);
  }
}

export async function openSignedInContext(
  browser: Browser,
  url: string,
  key: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 900 },
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.close();
  return context;
}

export async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', fast4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

export const waitUntilDrawn = (page: Page) => page.waitForFunction(() => window.observed.drawn > 0);
export const readObserved = (page: Page) => page.evaluate(() => window.observed);

/** The environment of a page benchmark. */
export interface PageBench {
  browser: Browser;
  /** The address of the host, which has the data. */
  url: string;
  /** A key that can read the data. */
  key: string;
  /** A folder that is removed afterwards. */
  folder: string;
}

/**
 * Runs `work` with a browser and a host that has imported data, then stops both.
 * @param write writes the data to import; by default, a year of it
 */
export async function withPageBench<T>(
  work: (bench: PageBench) => Promise<T>,
  write: (path: string) => void = writeWorld,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const browser = await launchBrowser();
  try {
    const data = join(folder, 'world.ndjson');
    write(data);
    const environment = { DATA_DIR: join(folder, 'data') };
    await runCommand('import.ts', environment, data);
    const output = await runCommand('keys.ts', environment, 'create', '--name', 'Bench');
    const key = output.trim().split('\n').at(-1) ?? '';
    return await withHost(environment, (url) => work({ browser, url, key, folder }));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the browser that the end-to-end tests use. */
async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    args: getLaunchArguments(),
    ...(executablePath === null ? {} : { executablePath }),
  });
}

/** Runs `work` with a browser and a host that has the sample data, then stops both. */
export async function withSampleBench<T>(work: (bench: PageBench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const browser = await launchBrowser();
  try {
    const environment = { DATA_DIR: join(folder, 'data'), SAMPLE: 'auto' };
    return await withHost(environment, (url) =>
      work({ browser, url, key: 'sample-agency', folder }),
    );
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the browser has reported the last frames. */
export const waitUntilReported = (page: Page) =>
  page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300)));
