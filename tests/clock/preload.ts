/** Node loads this first in every process and thread of a run with a shifted clock. */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { clockOffset } from './environment.ts';
import { shiftDate } from './shift-date.ts';

/** Packages and parts of Node that read the clock only to measure how long something takes. */
const stopwatches =
  /node:|\/node_modules\/(?:vitest|@vitest|@tanstack\/(?:query|router)-core|@mswjs|happy-dom|fast-check)\//;

interface VitestWorker {
  filepath?: string;
}

/** The test file that this process runs; undefined outside of tests. */
const findTestFile = (): string | undefined =>
  (globalThis as { __vitest_worker__?: VitestWorker }).__vitest_worker__?.filepath;

/** Adds the running test file to a list, a path on each line, when it may depend on the clock. */
function createRecorder(listFile: string) {
  const recorded = new Set<string>();
  const record = (): void => {
    const testFile = findTestFile();
    if (testFile === undefined || recorded.has(testFile)) return;
    recorded.add(testFile);
    appendFileSync(listFile, `${testFile}\n`);
  };
  // What is read in threads and child processes counts for the test file that starts them.
  process.on('worker', record);
  subscribe('child_process', record);
  return (): void => {
    const [, ...lines] = (new Error().stack ?? '').split('\n');
    const [caller = '', ...callers] = lines.filter((line) => !line.includes('/tests/clock/'));
    const startsFakeTimers =
      caller.includes('useFakeTimers') &&
      !callers.some((line) => line.includes('/tests/setup/dashboard.tsx'));
    if (startsFakeTimers || !stopwatches.test(caller)) record();
  };
}

const listFile = process.env['CLOCK_READERS'];
shiftDate(clockOffset, listFile === undefined ? undefined : createRecorder(listFile));
