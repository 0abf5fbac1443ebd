import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from '../src/host/report/find-chromium.ts';

const isRoot = (): boolean => process.getuid?.() === 0;

/** Chromium's sandbox does not run as root. */
export const getLaunchArguments = (): string[] => [
  ...(isRoot() ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
];

/** Path of the browser to test in: CHROMIUM_PATH, an installed browser or Playwright's own; null if there is none. */
export function findBrowser(): string | null {
  const configuredPath = process.env['CHROMIUM_PATH'];
  if (configuredPath) return configuredPath;
  const playwrightPath = chromium.executablePath();
  return findChromium(process.env) ?? (existsSync(playwrightPath) ? playwrightPath : null);
}

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 10 * 60_000,
    env: {
      ...process.env,
      DEBIAN_FRONTEND: 'noninteractive',
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
    },
  }).status === 0;

/** Installs Playwright's build or, if its download fails, Debian's package. Only root can install system packages. */
function installBrowser(): void {
  process.stdout.write('No Chromium found: installing one for the tests.\n');
  if (run('playwright', 'install', 'chromium')) {
    if (isRoot()) run('playwright', 'install-deps', 'chromium');
  } else if (isRoot() && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-q');
    run('apt-get', 'install', '-q', '-y', '--no-install-recommends', 'chromium-headless-shell');
  }
}

if (import.meta.main) {
  if (findBrowser() === null) installBrowser();
  const browserPath = findBrowser();
  if (browserPath === null || !existsSync(browserPath)) {
    process.stderr.write(
      'The end-to-end tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell; Fedora: dnf install chromium; macOS: npx playwright install chromium), or set CHROMIUM_PATH to its path.\n',
    );
    process.exitCode = 1;
  }
}
