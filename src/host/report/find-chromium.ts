import { existsSync } from 'node:fs';
import { AdministrationError } from '../admin/administration-error.ts';

/** Usual paths of Chromium and Chrome. The headless shell comes first, since it is the fastest. */
const chromiumPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of Chromium: CHROMIUM_PATH if set, or that of an installed copy; null if none is found.
 * @throws AdministrationError if there is no file at CHROMIUM_PATH.
 */
export function findChromium(environment: NodeJS.ProcessEnv): string | null {
  const configuredPath = environment['CHROMIUM_PATH'];
  if (!configuredPath) return chromiumPaths.find((path) => existsSync(path)) ?? null;
  if (!existsSync(configuredPath))
    throw new AdministrationError(`CHROMIUM_PATH: there is no file at ${configuredPath}.`);
  return configuredPath;
}
