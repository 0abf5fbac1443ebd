import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnStubPlatforms } from '../../tests/platforms/stub-server.ts';
import type { ScanBenchFigures } from './scan-process.ts';
import { environmentOf } from './stub-environment.ts';
import { benchTimelines, type TimelinesBesideScans } from './timelines.ts';

/** How long the stubs take to answer, in milliseconds. */
const answerMs = 2_000;

/** Times a scan over platforms that answer after two seconds, and how fast a restart goes on with a long scan. */
export async function benchScans(): Promise<{
  table: string;
  results: ScanBenchFigures & TimelinesBesideScans;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-scans-'));
  const stubs = await spawnStubPlatforms();
  try {
    await stubs.misbehave({ behaviour: { kind: 'delay', milliseconds: answerMs } });
    const path = join(import.meta.dirname, 'scan-process.ts');
    const child = spawn(process.execPath, [path, dataDir], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...environmentOf(stubs) },
    });
    const exited = once(child, 'exit');
    const [figures] = (await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error('The process ended without figures.'))),
    ])) as [ScanBenchFigures];
    await exited;
    const { questions, seconds, restMb, peakMb, longestStallMs } = figures;
    const timelines = await benchTimelines(stubs);
    const table = [
      '| scan over stubs that answer after 2 s | |',
      '|---|---:|',
      `| ${questions} questions on three platforms, imported after | ${seconds.toFixed(0)} s |`,
      `| memory above rest | ${(peakMb - restMb).toFixed(0)} MB |`,
      `| longest time for which the process did nothing else | ${longestStallMs.toFixed(0)} ms |`,
      `| first new question after a restart in a scan of ${figures.resumedQuestions} | ${figures.resumedMs.toFixed(0)} ms |`,
      `| another key’s timelines without a scan, median of ${timelines.rest.calls} calls | ${timelines.rest.median.toFixed(1)} ms |`,
      `| the same during scans, median of ${timelines.scan.calls} calls | ${timelines.scan.median.toFixed(1)} ms |`,
      `| median of the ratios of ${timelines.ratios.length} rounds (${timelines.ratios.map((ratio) => ratio.toFixed(2)).join(', ')}) | ${timelines.ratio.toFixed(2)} |`,
    ].join('\n');
    return { table, results: { ...figures, ...timelines } };
  } finally {
    await stubs.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
