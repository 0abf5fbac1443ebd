import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The sources of both builds. */
const sources = [
  'index.html',
  'public',
  'src/contract',
  'src/dashboard',
  'vite.config.ts',
  'vite.report.config.ts',
  'package-lock.json',
] as const;

/** One file written by each of the two builds, for the dashboard and for the report command. */
const builtFiles = ['dist/index.html', 'dist/report/make-report.js'] as const;

/** The time of the last change under a path, in milliseconds since the epoch; folders count, to notice removals. */
async function readLastChange(path: string): Promise<number> {
  const stats = await stat(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const times = await Promise.all(
    entries.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs),
  );
  return Math.max(stats.mtimeMs, ...times);
}

/** Whether one of the builds is missing, or older than the newest source. */
export async function isStale(root: string): Promise<boolean> {
  const buildTimes = await Promise.all(
    builtFiles.map((file) =>
      stat(join(root, file)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  const changeTimes = await Promise.all(
    sources.map((source) => readLastChange(join(root, source))),
  );
  return Math.max(...changeTimes) > Math.min(...buildTimes);
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../../..');
  if (await isStale(root)) {
    process.stdout.write('Building the dashboard…\n');
    const { build } = await import('vite');
    await build({ root, logLevel: 'warn' });
    await build({ root, logLevel: 'warn', configFile: join(root, 'vite.report.config.ts') });
  }
}
