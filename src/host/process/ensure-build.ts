import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorCodeOf } from '../../service/error-code.ts';
import { buildDashboard, digestSources, readBuiltDigest } from './build.ts';

/** One file written by each of the two builds, for the dashboard and for the report command. */
const builtFiles = ['dist/index.html', 'dist/report/make-report.js'] as const;

const notBuiltMessage =
  'The dashboard in dist is missing or was built from other sources, and the packages that build it are not installed: run "npm ci --include=dev", or copy dist from a machine where "npm run build" has built this version.\n';

/** Whether one of the builds is missing, or was made from other sources. */
export async function isStale(root: string): Promise<boolean> {
  if (!builtFiles.every((path) => existsSync(join(root, path)))) return true;
  return (await readBuiltDigest(root)) !== (await digestSources(root));
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../../..');
  if (await isStale(root)) {
    try {
      await import('vite');
    } catch (error) {
      if (errorCodeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
      process.stderr.write(notBuiltMessage);
      process.exit(1);
    }
    process.stdout.write('Building the dashboard…\n');
    await buildDashboard(root, 'warn');
  }
}
