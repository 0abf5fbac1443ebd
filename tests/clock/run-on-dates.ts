import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { type ClockDate, clockDates } from './dates.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'test-results/clock');
const listFile = resolve(folder, 'readers.txt');
const preload = new URL('preload.ts', import.meta.url).href;

const vitest = ['vitest/vitest.mjs', 'run', '--project=!slow', '--reporter=default'] as const;
const playwright = ['@playwright/test/cli.js', 'test', '--grep=@walk', '--reporter=list,json'];

const UnitReport = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const WalkReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

interface Outcome {
  passed: number;
  failed: number;
}

/** Runs a script of a package, and writes its output to a file. @returns whether it succeeded */
async function run(
  [script = '', ...args]: readonly string[],
  log: string,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  const output = await open(log, 'w');
  const child = spawn(process.execPath, [resolve(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', output.fd, output.fd],
    env: { ...process.env, NODE_OPTIONS: `--import=${preload}`, ...environment },
  });
  const [code] = await once(child, 'exit');
  await output.close();
  return code === 0;
}

const readReport = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(file, 'utf8'));

/** Runs unit tests, by default all of them. @param name the path of log and report, without an extension */
async function runUnits(
  environment: NodeJS.ProcessEnv,
  name: string,
  files: readonly string[] = [],
): Promise<Outcome> {
  const report = `${name}.json`;
  const options = ['--reporter=json', `--outputFile.json=${report}`];
  const succeeded = await run([...vitest, ...options, ...files], `${name}.log`, environment);
  const { numPassedTests, numFailedTests } = v.parse(UnitReport, await readReport(report));
  // A file that cannot be loaded has no failed tests.
  return { passed: numPassedTests, failed: succeeded ? 0 : Math.max(numFailedTests, 1) };
}

/**
 * Lists the unit tests that can depend on the date: those in whose processes anything but a stopwatch read the clock, or
 * which started a process or thread.
 */
async function listReaders(): Promise<string[]> {
  if (process.env['FROM'] === undefined || !existsSync(listFile)) {
    await rm(listFile, { force: true });
    const all = await runUnits({ CLOCK_READERS: listFile }, resolve(folder, 'units-today'));
    process.stdout.write(`today  units: ${all.passed} passed, ${all.failed} failed\n`);
  }
  return [...new Set((await readFile(listFile, 'utf8')).trim().split('\n'))];
}

type Part = (environment: NodeJS.ProcessEnv, name: string) => Promise<Outcome>;

async function createUnits(): Promise<Part> {
  const files = await listReaders();
  process.stdout.write(`${files.length} files of unit tests read the clock\n`);
  return (environment, name) => runUnits(environment, name, files);
}

const runWalks: Part = async (environment, name) => {
  const report = `${name}.json`;
  const reporting = { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const succeeded = await run(playwright, `${name}.log`, reporting);
  const { stats } = v.parse(WalkReport, await readReport(report));
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: succeeded ? 0 : Math.max(failed, 1) };
};

const parts: Readonly<Record<string, () => Promise<Part>>> = {
  units: createUnits,
  walks: async () => runWalks,
};

/** The chosen dates: all, those that `DATES` names, or those from `FROM` on. Both name dates by how they begin. */
function chooseDates(): readonly ClockDate[] {
  const { DATES: names, FROM: from } = process.env;
  const first =
    from === undefined ? 0 : clockDates.findIndex(({ start }) => start.startsWith(from));
  const chosen = (first === -1 ? [] : clockDates.slice(first)).filter(
    ({ start }) => names?.split(',').some((name) => start.startsWith(name)) ?? true,
  );
  if (chosen.length === 0) throw new Error('DATES or FROM names none of the dates.');
  return chosen;
}

/**
 * Runs the unit tests that read the clock, and all walks, on many dates, from minutes around midnight on, on machines in
 * many zones. Prints a line for each date. `DATES=2028-02-29,2027-03` chooses dates, `FROM=2027-03-28` goes on from a date
 * (with the list of unit tests from the last run), and `PARTS=walks` chooses a part.
 * @returns the sums of both parts. Throws if a test failed, after all dates.
 */
export async function runOnDates(): Promise<object> {
  await mkdir(folder, { recursive: true });
  const sums: Record<string, Outcome> = {};
  for (const partName of (process.env['PARTS'] ?? 'units,walks').split(',')) {
    const part = await parts[partName]?.();
    if (!part) throw new Error(`PARTS: ${partName} is neither units nor walks.`);
    const sum = { passed: 0, failed: 0 };
    for (const { start, zone } of chooseDates()) {
      const name = resolve(folder, `${partName}-${start.replaceAll(':', '')}`);
      const beganAt = performance.now();
      const offset = Date.parse(start) - Date.now();
      const { passed, failed } = await part({ TZ: zone, CLOCK_OFFSET: String(offset) }, name);
      sum.passed += passed;
      sum.failed += failed;
      const seconds = ((performance.now() - beganAt) / 1000).toFixed(0);
      const figures = `${passed} passed, ${failed} failed, ${seconds} s`;
      process.stdout.write(`${start}  ${zone}  ${partName}: ${figures}\n`);
      if (failed > 0) process.stdout.write(`  ${name}.log\n`);
    }
    sums[partName] = sum;
  }
  if (Object.values(sums).some(({ failed }) => failed > 0))
    throw new Error(`Tests depend on the date: ${JSON.stringify(sums)}`);
  return sums;
}
